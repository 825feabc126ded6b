"""What several databases share: deadlines, cursors, objects per process."""
