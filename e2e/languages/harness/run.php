<?php
// Calls one function of the samples: run.php <folder> <file> <function> <database> <JSON arguments>
[, $folder, $file, $name, $database, $values] = $argv;
require "$folder/$file.php";
$db = new PDO("sqlite:$database", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$decode = fn ($value) => is_array($value) ? base64_decode($value['base64']) : $value;
echo json_encode([$name($db, ...array_map($decode, json_decode($values, true)))]);
