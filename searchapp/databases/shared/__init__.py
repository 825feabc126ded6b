"""The common code of several databases: deadlines, cursors, objects per process."""
