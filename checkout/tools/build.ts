import { readFile, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, type Plugin, build } from 'esbuild'

const folder = fileURLToPath(new URL('../', import.meta.url))

/** Loaded when somebody needs them: see `src/pieces.ts`. */
const pieces = [
  'src/later/save-sale.tsx',
  'src/later/open-lead.ts',
  'src/later/open-endorsement.tsx',
  'src/later/list-field.tsx',
  'src/later/stripe-form.tsx',
  'src/later/hand-over.tsx',
]

const shared: BuildOptions = {
  absWorkingDir: folder,
  outdir: `${folder}dist`,
  bundle: true,
  minify: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  logLevel: 'warning',
}

/**
 * Makes the scripts that pages load: the element and the hosted page, with what few forms need in
 * pieces of their own, which are named by their content; and the pages on which customers pay by a link
 * and withdraw.
 */
export async function buildCheckout(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true })
  const made = await buildPieces()
  await build({
    ...shared,
    entryPoints: ['src/element.tsx', 'src/page.ts', 'src/page.css', 'src/shop.css'],
    format: 'esm',
    splitting: true,
    plugins: [cssAsText, piecesElsewhere(made), withoutSuggestions],
    entryNames: '[name]',
    chunkNames: 'files/[name]-[hash]',
  })
  await build({
    ...shared,
    entryPoints: [{ in: 'src/pay-link/page.tsx', out: 'pay-link' }],
    format: 'esm',
    plugins: [cssAsText],
  })
  // By itself: what it shares with the element would be a file for which every checkout waits.
  await build({
    ...shared,
    entryPoints: [
      { in: 'src/withdrawal/page.tsx', out: 'withdrawal' },
      { in: 'src/withdrawal/withdrawal.css', out: 'withdrawal' },
    ],
    format: 'esm',
  })
}

/**
 * A piece is a function of the kit. Were it an ordinary import, whatever it shares with the element
 * would move to a third file, for which every page would wait.
 */
async function buildPieces(): Promise<ReadonlyMap<string, string>> {
  const { metafile } = await build({
    ...shared,
    entryPoints: pieces,
    format: 'cjs',
    plugins: [fromKit(await namesInKit())],
    entryNames: 'files/[name]-[hash]',
    banner: { js: 'export default (require)=>{const module={exports:{}};' },
    footer: { js: 'return module.exports}' },
    metafile: true,
  })
  const outputs = Object.entries(metafile.outputs).map(
    ([path, { entryPoint }]) => [basename(entryPoint ?? ''), basename(path)] as const,
  )
  return new Map(outputs)
}

/** In the element, a piece is the file that was made of it. */
function piecesElsewhere(made: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'pieces-elsewhere',
    setup(plugged) {
      plugged.onResolve({ filter: /\/later\// }, ({ path }) => ({
        path: `./files/${made.get(basename(path))}`,
        external: true,
      }))
    },
  }
}

/** In a piece, everything but its own files comes out of the kit; what is not in it does not build. */
function fromKit(names: readonly string[]): Plugin {
  return {
    name: 'from-kit',
    setup(plugged) {
      plugged.onResolve({ filter: /^[^.]|^\.\.\// }, ({ kind, path }) =>
        kind === 'entry-point' || path === 'kit' ? null : { path: 'kit', namespace: 'kit' },
      )
      plugged.onLoad({ filter: /.*/, namespace: 'kit' }, () => ({
        contents: `export const { ${names.join(', ')} } = require('kit')()`,
      }))
      plugged.onResolve({ filter: /^kit$/ }, () => ({ path: 'kit', external: true }))
    },
  }
}

async function namesInKit(): Promise<string[]> {
  const text = await readFile(`${folder}src/kit.ts`, 'utf8')
  const [, list = ''] = /export const kit = \{([^}]*)\}/.exec(text) ?? []
  return list.split(',').flatMap((name) => name.trim() || [])
}

/** What a misspelt rule may mean is said where rules are written: those of a page were accepted. */
const withoutSuggestions: Plugin = {
  name: 'without-suggestions',
  setup(plugged) {
    plugged.onLoad({ filter: /[\\/]words[\\/]nearest-word\.ts$/ }, () => ({
      contents:
        'export const nearestWord = () => null, didYouMean = nearestWord, suggest = () => ""',
    }))
  },
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
