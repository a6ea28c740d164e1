import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { largeWorkbooks } from './large-workbooks.ts'
import { median } from './median.ts'
import { startServer } from './start-server.ts'

/** How long `bindery init --from` takes with large workbooks, as a whole command: node bench/from-workbook.ts [turns] */
const turns = Number(process.argv[2] ?? 3)
const secondsMax = 3

const command = fileURLToPath(new URL('../cli/bin/bindery.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-workbooks-'))
const server = await startServer(null)
try {
  for (const [name, make] of Object.entries(largeWorkbooks)) {
    const workbook = join(folder, `${name}.xlsx`)
    await writeFile(workbook, make())
    const seconds: number[] = []
    while (seconds.length < turns) {
      const began = performance.now()
      await init(join(folder, `product-${seconds.length}-${name.replaceAll(' ', '-')}`), workbook)
      seconds.push((performance.now() - began) / 1000)
    }
    const middle = median(seconds)
    const mark = middle <= secondsMax ? '' : `   wanted: ${secondsMax}`
    process.stdout.write(
      `a product from 50,000 cells, ${name}: ${middle.toFixed(2)} s, at most ${Math.max(...seconds).toFixed(2)} s${mark}\n`,
    )
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function init(product: string, workbook: string): Promise<void> {
  const sale = ['--start', 'ask', '--term', 'P1Y', '--pay', 'year', '--renewal', 'none']
  const words = ['init', product, '--from', workbook, '--yes', '--json', ...sale]
  const child = spawn(process.execPath, [command, ...words], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      BINDERY_URL: server.demo.base_url,
      BINDERY_KEY: server.demo.insurer.test.secret,
    },
    stdio: ['ignore', 'pipe', 'ignore'], // What is not taken is reported there.
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`no product was made:\n${output.slice(0, 2_000)}`)
}
