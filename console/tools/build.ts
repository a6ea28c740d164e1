import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../', import.meta.url))

/** Makes the script and the style of the pages by which people sign in. */
export async function buildConsole(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true })
  await build({
    absWorkingDir: folder,
    outdir: `${folder}dist`,
    entryPoints: ['src/page.tsx', 'src/page.css'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  })
}

if (import.meta.main) await buildConsole()
