import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Plugin, build } from 'esbuild'

const folder = fileURLToPath(new URL('../', import.meta.url))

/**
 * Makes the scripts that pages load: the element and the hosted page, with what few forms need in
 * pieces of their own, which are named by their content.
 */
export async function buildCheckout(): Promise<void> {
  const outdir = `${folder}dist`
  await rm(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/element.tsx', 'src/page.ts', 'src/page.css', 'src/shop.css'],
    outdir,
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [cssAsText],
    entryNames: '[name]',
    chunkNames: 'files/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** Styles travel in the script, without their white space. */
const cssAsText: Plugin = {
  name: 'css-as-text',
  setup(plugged) {
    plugged.onLoad({ filter: /style\.css$/ }, async ({ path }) => {
      const made = await build({
        entryPoints: [path],
        minify: true,
        write: false,
        target: 'es2022',
      })
      return { contents: made.outputFiles[0]?.text ?? '', loader: 'text' }
    })
  },
}

if (import.meta.main) await buildCheckout()
