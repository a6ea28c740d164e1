#!/usr/bin/env node
process.stdout.write('bindery\n')
