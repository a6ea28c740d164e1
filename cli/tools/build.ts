import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the command line into one file that starts fast and needs no packages beside it. */
export async function buildCli(): Promise<string> {
  const outfile = fileURLToPath(new URL('../dist/bindery.js', import.meta.url))
  const unfinished = `${outfile}.${process.pid}.tmp`
  await build({
    entryPoints: [fileURLToPath(new URL('../src/bindery.ts', import.meta.url))],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.12',
    legalComments: 'none',
    logLevel: 'error',
    // Some packages were written for require, which a module has to make for itself.
    banner: {
      js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);",
    },
  })
  // Somebody may be running the old one at this very moment.
  await rename(unfinished, outfile)
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
