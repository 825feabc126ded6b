"""Reading a request: body, options, admission."""
