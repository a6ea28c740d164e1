#!/usr/bin/env node
/**
 * Windows has no `exec`. Everywhere else the scripts of package.json mean the shell's own: it puts
 * the server in place of the shell, which would otherwise take the signals that npm passes on, die
 * of them and leave the server running. Windows finds this file instead, which runs what it is given.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [node = '', , , script = '', ...given] = process.argv
process.argv = [node, resolve(script), ...given]
await import(pathToFileURL(resolve(script)).href)
