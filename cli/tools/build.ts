import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the command line into one file that starts fast and needs no packages beside it. */
export async function buildCli(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('../src/bindery.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    legalComments: 'none',
    logLevel: 'error',
    // Some packages were written for require, which a module has to make for itself.
    banner: {
      js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);",
    },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildCli(fileURLToPath(new URL('../dist/bindery.js', import.meta.url)))
}
