import { execFile } from 'node:child_process'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = fileURLToPath(new URL('../', import.meta.url))
const dist = join(folder, 'dist')

/** Compiles the SDK to JavaScript and declarations, for those who use it outside of here. */
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
