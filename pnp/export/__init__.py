"""Display lists and sheets → files. No decisions here: everything that is drawn is already in the lists."""
