print("schemereg")
