import { readFile, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, type Metafile, type Plugin, build } from 'esbuild'

const folder = fileURLToPath(new URL('../', import.meta.url))

/** What a browser loads before it shows the first page, compressed. */
const firstLoadBytesMax = 250_000

/** The pages and their style. Each page is a file of its own, loaded when it is opened. */
export const consoleBuild: BuildOptions = {
  absWorkingDir: folder,
  outdir: `${folder}dist`,
  entryPoints: { page: 'src/page.tsx', style: 'all-styles' },
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  // The guides, for the help beside the page.
  loader: { '.md': 'text' },
  jsxImportSource: 'react',
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: '[name]',
  chunkNames: 'files/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  logOverride: { 'ignored-bare-import': 'silent' },
  metafile: true,
  plugins: [allStyles(), guides()],
}

export async function buildConsole(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true })
  const { metafile } = await build(consoleBuild)
  const bytes = await firstLoadBytes(metafile ?? { inputs: {}, outputs: {} })
  if (bytes > firstLoadBytesMax) {
    throw new Error(
      `The first load of the console is ${bytes} bytes compressed, more than ${firstLoadBytesMax}: load something later, with import().`,
    )
  }
}

/** The script, what it imports before it runs, and the style. */
async function firstLoadBytes({ outputs }: Metafile): Promise<number> {
  const needed = new Set(['dist/style.css'])
  const add = (path: string) => {
    if (needed.has(path)) return
    needed.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') add(next)
    }
  }
  add('dist/page.js')
  const sizes = [...needed].map(
    async (path) => gzipSync(await readFile(`${folder}${path}`), { level: 9 }).length,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The guides, by their names. */
function guides(): Plugin {
  return {
    name: 'guides',
    setup(plugged) {
      plugged.onResolve({ filter: /^guides\/[\w-]+\.md$/ }, ({ path }) => ({
        path: fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)),
      }))
    },
  }
}

/** Every style file below `src` is in the one style: those of the frame first, then each area's. */
function allStyles(): Plugin {
  return {
    name: 'all-styles',
    setup(plugged) {
      plugged.onResolve({ filter: /^all-styles$/ }, ({ path }) => ({ path, namespace: 'styles' }))
      plugged.onLoad({ filter: /.*/, namespace: 'styles' }, async () => {
        const names = await readdir(`${folder}src`, { recursive: true })
        const files = names
          .map((name) => name.replaceAll('\\', '/'))
          .filter((name) => name.endsWith('.css'))
          .sort(
            (a, b) =>
              Number(b.startsWith('style/')) - Number(a.startsWith('style/')) || (a < b ? -1 : 1),
          )
        return {
          contents: files.map((file) => `@import './src/${file}';`).join('\n'),
          loader: 'css',
          resolveDir: folder,
          watchDirs: [`${folder}src`],
        }
      })
    },
  }
}

if (import.meta.main) await buildConsole()
