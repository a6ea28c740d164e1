import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assembleData } from '@bindery/server/src/documents/assemble-data.ts'
import { formatsOf } from '@bindery/server/src/documents/formats.ts'
import {
  type PdfRenderer,
  openPdfRenderer,
} from '@bindery/server/src/documents/renderer/renderer.ts'
import { printTask } from '@bindery/server/src/documents/print.ts'
import { openSamples } from '@bindery/server/src/documents/sample-case.ts'
import { templateKit } from '@bindery/server/src/documents/template-kit.ts'
import {
  compileProduct,
  datasetsByKey,
  parseProductFiles,
  readProductFolder,
} from '@bindery/server/src/products/index.ts'
import { extractText } from 'unpdf'

/**
 * What a policy costs to make once the renderer is warm, and whether a long queue makes it grow.
 * node bench/documents.ts [--documents 3000]; on Linux, whose /proc shows what a process has used.
 */
const { values } = parseArgs({ options: { documents: { type: 'string', default: '3000' } } })
const documents = Number(values.documents)
const warmUpDocuments = 200
const reportEvery = 500
const ticksPerSecond = 100

const folder = fileURLToPath(new URL('../examples/cyber/', import.meta.url))
const files = await readProductFolder(folder)
const parsed = parseProductFiles(files)
if (!parsed.ok) throw new Error('the cyber product has mistakes')
const { product } = parsed
const compiled = await compileProduct(product, files, { dataset: datasetsByKey(product) })
if (!compiled.ok) throw new Error('the cyber product does not compile')
const caseOf = openSamples({
  product,
  compiled: compiled.compiled,
  files,
  insurer: { key: 'demo-insurance', name: 'Demo Insurance' },
  now: Temporal.Instant.from('2027-03-01T09:00:00Z'),
})
const kit = templateKit(files)
const { definition } = product
const [item] = definition.items
const document = definition.documents.find((one) => one.designation === 'policy')
if (item === undefined || document === undefined) throw new Error('there is no policy to make')
const languages = ['en', 'de'] as const

const renderer = openPdfRenderer()
const meter = meterOf(renderer)
let pages = 0
for (let made = 0; made < documents; made++) {
  const pdf = await makePolicy(made)
  meter.note()
  if (made === 0) pages = (await extractText(new Uint8Array(pdf))).totalPages
  if (made + 1 === warmUpDocuments) meter.beginWarm()
  if ((made + 1) % reportEvery === 0) console.log(meter.line(made + 1))
}
console.log(`\n${pages} pages each. ${meter.summary(documents - warmUpDocuments)}`)
await renderer.close()

async function makePolicy(at: number): Promise<Uint8Array> {
  const language = languages[at % languages.length] ?? 'en'
  if (item === undefined || document === undefined) throw new Error('there is no policy to make')
  const sale = await caseOf({ item, language, occasion: 'policy', extent: 'everything' })
  const number = `CYB-${String(at).padStart(8, '0')}`
  const policy = { ...sale.policy, insurerPolicyId: number }
  const content = { ...sale.content, lastName: `Brandt-${at}` }
  const data = assembleData(
    { ...sale, policy, content },
    document,
    formatsOf({ ...definition, language }),
  )
  const pressed = await renderer.carryOut(kit, printTask(document.files[language] ?? '', data))
  if (pressed.outcome !== 'printed' || pressed.pdf === null) throw new Error(pressed.outcome)
  return pressed.pdf
}

/** Reads what the renderer's processes use; each restart brings a new one. */
function meterOf(watched: PdfRenderer) {
  const cpuMsOf = new Map<number, number>()
  let [rssMax, warmFromMs, restartsAtWarm] = [0, 0, 0]
  const cpuMs = () => [...cpuMsOf.values()].reduce((sum, one) => sum + one, 0)
  return {
    note() {
      const { pid } = watched
      if (pid === null) return
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      cpuMsOf.set(pid, ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond)
      const rssKib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      rssMax = Math.max(rssMax, Number(rssKib) / 1024)
    },
    beginWarm() {
      warmFromMs = cpuMs()
      restartsAtWarm = cpuMsOf.size
    },
    line: (made: number) =>
      `${made} documents: ${Math.round(rssMax)} MiB at most in the renderer, ` +
      `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB here, ` +
      `${cpuMsOf.size - 1} restarts`,
    summary: (warm: number) =>
      `${((cpuMs() - warmFromMs) / warm).toFixed(1)} ms of CPU each once warm, ` +
      `with the ${cpuMsOf.size - restartsAtWarm} restarts in it; ${Math.round(rssMax)} MiB at most.`,
  }
}
