import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeProblem, systemClock } from '../kernel/index.ts'
import {
  compileProduct,
  datasetsByKey,
  parseProductFiles,
  readProductFolder,
} from '../products/index.ts'
import { openPress } from './press/press.ts'
import { previewDocuments } from './preview-documents.ts'

/** node server/src/documents/preview-folder.ts <folder> <out>: the papers of a folder, without a server. */
const [folder = '.', out = 'papers'] = process.argv.slice(2)
const files = await readProductFolder(folder)
const parsed = parseProductFiles(files)
if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
const { product } = parsed
const compiled = await compileProduct(product, files, { dataset: datasetsByKey(product) })
if (!compiled.ok) throw new Error(compiled.problems.map(describeProblem).join('\n'))
const press = openPress({ isBrief: true })
const insurer = { key: 'demo-insurance', name: 'Demo Insurance' }
const sampling = { product, compiled: compiled.compiled, files, insurer, now: systemClock() }
const preview = await previewDocuments(press, sampling, { designation: null, language: null })
if (!preview.ok) throw new Error(preview.problems.map(describeProblem).join('\n'))
await mkdir(out, { recursive: true })
for (const { designation, occasion, language, item, content } of preview.documents) {
  const name = join(out, `${designation}.${occasion}.${item}.${language}.pdf`)
  await writeFile(name, content)
  process.stdout.write(`${name}\n`)
}
await press.close()
