# Calls one function of the samples: run.rb <folder> <file> <function> <database> <JSON arguments>
require 'json'
require 'sqlite3'

folder, file, name, database, values = ARGV
require File.join(folder, file)
db = SQLite3::Database.new(database)
db.busy_timeout = 10_000
arguments = JSON.parse(values).map { |value| value.is_a?(Hash) ? value['base64'].unpack1('m0') : value }
puts JSON.generate([send(name, db, *arguments)])
