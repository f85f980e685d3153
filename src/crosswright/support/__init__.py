"""Support for every room: the cache, files, compiled twins, wording, pictures, keywords, bits."""
