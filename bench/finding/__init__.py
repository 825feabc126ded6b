"""Known-item search: does the document that a person means stand first?"""
