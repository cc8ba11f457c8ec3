process.stderr.write('The import is not written yet.\n');
process.exitCode = 1;
