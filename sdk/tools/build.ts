import { execFile } from 'node:child_process'
import { copyFile, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('../', import.meta.url))
const dist = join(folder, 'dist')

/** Makes a package of JavaScript and declarations in `dist`, for those who use the SDK outside of here. */
await rm(dist, { recursive: true, force: true })
const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
const tsc = join(compiler, '..', 'bin', 'tsc')
await promisify(execFile)(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')])
// The compiler names the source in the imports of declarations; what lies beside them is compiled.
for (const name of await readdir(dist, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue
  const text = await readFile(join(dist, name), 'utf8')
  await writeFile(
    join(dist, name),
    text.replaceAll(/(from|import\()\s?(['"]\.[^'"]*)\.ts(['"])/g, '$1 $2.js$3'),
  )
}

// The manifest beside the source leads to the source: Node would not strip its types in node_modules.
const { scripts: _, devDependencies: __, ...kept } = manifest
const entry = { types: './index.d.ts', default: './index.js' }
const packed = { ...kept, main: entry.default, types: entry.types, exports: { '.': entry } }
await writeFile(join(dist, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
await copyFile(join(folder, 'README.md'), join(dist, 'README.md'))
