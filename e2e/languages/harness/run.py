"""Calls one function of the samples: run.py <folder> <file> <function> <database> <JSON arguments>"""
import base64
import importlib
import json
import sqlite3
import sys

folder, file, name, database, values = sys.argv[1:]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
db = sqlite3.connect(database, timeout=10)
arguments = [base64.b64decode(value["base64"]) if isinstance(value, dict) else value for value in json.loads(values)]
print(json.dumps([getattr(importlib.import_module(file), name)(db, *arguments)]))
