import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { textOf } from '../../../test/builders/documents.ts'
import { processStart } from '../../database/embedded/process-start.ts'
import { type PdfRenderer, openPdfRenderer } from './renderer.ts'
import type { RenderTask } from './renderer-messages.ts'

const kit = (template: string) => ({
  kit: template,
  files: [['documents/a.typ', new TextEncoder().encode(template)] as const],
  fonts: [],
})

const printTask = (changes: Partial<RenderTask & { kind: 'print' }> = {}): RenderTask => ({
  kind: 'print',
  template: 'documents/a.typ',
  language: 'de',
  title: 'Schein "A" \u0007',
  day: '2027-03-01',
  data: '{"name": "Größe Київ Αθήνα"}',
  wantsPdf: true,
  ...changes,
})

const renderer = openPdfRenderer({ isBrief: true, documentCpuMsMax: 1_000 })
/** Comes last on every processor, so that a busy machine keeps it waiting for minutes. */
const openLast = () => openPdfRenderer({ waitMsMax: 800_000 })
afterAll(() => renderer.close())
const print = (template: string, by: PdfRenderer = renderer) =>
  by.carryOut(kit(template), printTask())

async function printed(template: string, by: PdfRenderer = renderer): Promise<Uint8Array> {
  const made = await print(template, by)
  if (made.outcome !== 'printed' || made.pdf === null) throw new Error(JSON.stringify(made))
  return made.pdf
}

describe('a document', () => {
  it('says what its template says, in every script', async () => {
    const pdf = await printed('#json("/data.json").name')
    expect(await textOf(pdf)).toContain('Größe Київ Αθήνα')
  })

  it('is tagged for those who cannot see it, with title and language', async () => {
    const pdf = Buffer.from(await printed('= Heading\nText')).toString('latin1')
    expect(pdf).toContain('/StructTreeRoot')
    expect(pdf).toContain('/Lang (de)')
    expect(pdf).toContain('/Title')
    expect(pdf).toContain('D:20270301')
  })

  it('is the same to the byte, whichever process makes it and when', async () => {
    const template = '#datetime.today().display() #lorem(200) #json("/data.json").name'
    const other = openLast()
    const [one, again, elsewhere] = [
      await printed(template),
      await printed(template),
      await printed(template, other),
    ]
    await other.close()
    expect(Buffer.from(one).equals(again)).toBe(true)
    expect(Buffer.from(one).equals(elsewhere)).toBe(true)
    expect(await textOf(one)).toContain('2027-03-01')
  })

  it('can be laid out without making its PDF', async () => {
    const withoutPdf = await renderer.carryOut(kit('Hello'), printTask({ wantsPdf: false }))
    expect(withoutPdf).toMatchObject({ outcome: 'printed', pdf: null })
  })
})

describe('a template', () => {
  it.each([
    ['a file of the machine', '#read("/etc/passwd")'],
    ['a file by the way out of the folder', '#read("../../../../etc/passwd")'],
    ['its own source from outside', '#read("/proc/self/environ")'],
    ['a program', '#plugin("/documents/a.wasm")'],
    ['a package from the network', '#import "@preview/cetz:0.3.0"'],
    ['a package of the machine', '#import "@local/mine:0.1.0"'],
  ])('cannot read %s', async (_, template) => {
    expect(await print(template)).toMatchObject({
      outcome: 'mistaken',
      mistakes: [expect.stringMatching(/^\/documents\/a\.typ:1:\d+: error: /), expect.anything()],
    })
  })

  it.each([
    ['counts for ever', '#let i = 0\n#while i >= 0 { i = calc.rem(i + 1, 1000) }'],
    ['calls itself for ever', '#let f(n) = f(n + 1)\n#f(0)'],
    ['works for ages', '#for i in range(1000000) { for j in range(1000000) { let x = i * j } }'],
    ['fills the memory', '#let a = "x" * 1000000\n#for i in range(30) { a = a + a }\n#a.len()'],
    ['makes a list without end', '#let a = range(1000)\n#for i in range(40) { a = a + a }'],
    ['lays out pages without end', '#for i in range(10000000) [#pagebreak() #lorem(1000)]'],
  ])('that %s is stopped, and the next document is made', async (_, template) => {
    const stopped = await print(template)
    expect(['mistaken', 'overran']).toContain(stopped.outcome)
    expect(await textOf(await printed('Still here'))).toBe('Still here')
  })
})

describe('the renderer', () => {
  it('makes documents one after the other, however many are asked for at once', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `Document ${at}`)
    const made = await Promise.all(texts.map((text) => printed(text)))
    expect(await Promise.all(made.map(textOf))).toEqual(texts)
  })

  it('gives back what it remembers of earlier documents, and goes on in the same process', async () => {
    const remembered = async (own: PdfRenderer) => {
      const bytes: number[] = []
      const pids = new Set<number | null>()
      for (let at = 0; at < 4; at += 1) {
        const made = await print(`#for i in range(15) [#lorem(200 + i + ${at} * 15) ]`, own)
        if (made.outcome !== 'printed') throw new Error(JSON.stringify(made))
        bytes.push(made.memoryBytes)
        pids.add(own.pid)
      }
      expect(pids.size).toBe(1)
      return Math.max(...bytes) - (bytes[0] ?? 0)
    }
    const forgetful = openPdfRenderer({ isBrief: true, memoryMiBMax: 1 })
    const template = '#lorem(100) #json("/data.json").name'
    const first = await printed(template, forgetful)
    const growth = await remembered(forgetful)
    expect(Buffer.from(first).equals(await printed(template, forgetful))).toBe(true)
    await forgetful.close()
    const other = openPdfRenderer({ isBrief: true })
    await printed(template, other)
    expect(growth).toBeLessThan((await remembered(other)) / 2)
    await other.close()
  })

  it.skipIf(process.platform === 'win32')('comes last on every processor', async () => {
    const own = openLast()
    await printed('One', own)
    if (own.pid === null) throw new Error('a renderer that just made a document has a process')
    for (const thread of threadsOf(own.pid)) expect(getPriority(thread)).toBe(19)
    await own.close()
  })

  it('makes documents that somebody waits for before those that nobody does', async () => {
    const made: string[] = []
    const ask = async (name: string, isPatient: boolean) => {
      await renderer.carryOut(kit(name), printTask(), isPatient)
      made.push(name)
    }
    const patient = ['a', 'b', 'c', 'd'].map((name) => ask(name, true))
    await Promise.all([...patient, ask('urgent', false)])
    expect(made.indexOf('urgent')).toBeLessThan(2)
  })

  it('goes on with a new process when one is killed between two documents', async () => {
    const own = openPdfRenderer({ isBrief: true })
    await printed('One', own)
    if (own.pid === null) throw new Error('a renderer that just made a document has a process')
    process.kill(own.pid, 'SIGKILL')
    await vi.waitFor(() => expect(own.pid).toBeNull())
    expect(await textOf(await printed('Two', own))).toBe('Two')
    await own.close()
  })

  it('goes on with a new process when one is killed over a document', async () => {
    const own = openPdfRenderer({ isBrief: true })
    await printed('One', own)
    const { pid } = own
    if (pid === null) throw new Error('a renderer that just made a document has a process')
    const asked = print('#for i in range(1000000) { for j in range(1000000) { } }', own)
    setTimeout(() => process.kill(pid, 'SIGKILL'), 200)
    expect(await asked).toMatchObject({ outcome: 'overran' })
    expect(await textOf(await printed('Two', own))).toBe('Two')
    expect(own.pid).not.toBe(pid)
    await own.close()
  })

  it('leaves no process behind when ours is killed over a template that never ends', async () => {
    const source = `
      import { openPdfRenderer } from ${JSON.stringify(new URL('renderer.ts', import.meta.url).href)}
      // It may take as long as it likes, so that nothing else ends it.
      const renderer = openPdfRenderer({ isBrief: true, documentCpuMsMax: 3_600_000 })
      const bytes = (text) => new TextEncoder().encode(text)
      const files = [
        ['documents/a.typ', bytes('One')],
        ['documents/b.typ', bytes('#for i in range(1000000) { for j in range(1000000) { } }')],
      ]
      const print = (template) =>
        renderer.carryOut({ kit: 'k', files, fonts: [] }, { ...${JSON.stringify(printTask())}, template })
      // It has all that it needs, so it will not notice over its next answer that nobody listens.
      await print('documents/a.typ')
      const made = print('documents/b.typ')
      console.log(renderer.pid)
      await made`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', source])
    const [line] = (await once(parent.stdout, 'data')) as [Buffer] // As Node documents the event.
    const pid = Number.parseInt(line.toString(), 10)
    expect(processStart(pid)).toBeDefined()
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(processStart(pid)).toBeUndefined())
  })

  it('that is closed makes nothing more', async () => {
    const own = openPdfRenderer({ isBrief: true })
    await own.close()
    await expect(print('Hello', own)).rejects.toThrow('closed')
  })
})

/** On Linux each has a priority of its own; elsewhere the process has. */
function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  return readdirSync(`/proc/${pid}/task`).map(Number)
}
