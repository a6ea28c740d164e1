import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { folderWithDocuments } from '../../test/builders/documents.ts'
import {
  compileProduct,
  datasetsByKey,
  parseProductFiles,
  readProductFolder,
} from '../products/index.ts'
import { assembleData } from './assemble-data.ts'
import { checkDocuments } from './check-documents.ts'
import { formatsOf } from './formats.ts'
import { openPassedTrials } from './passed-trials.ts'
import { type PdfRenderer, openPdfRenderer } from './renderer/renderer.ts'
import { type Sampling, openSamples } from './sample-case.ts'

const renderer = openPdfRenderer({ isBrief: true, documentCpuMsMax: 1_000 })
afterAll(() => renderer.close())

const list = 'documents:\n  - designation: policy\n'

async function problemsWith(template: string, more: Record<string, string> = {}) {
  const own = { 'documents.yaml': list, 'policy.en.typ': template, 'policy.de.typ': template }
  return problemsOf(await folderWithDocuments({ ...own, ...more }))
}

async function problemsOf(files: ReadonlyMap<string, Uint8Array>) {
  const sampling = await samplingOf(files)
  return checkDocuments(renderer, openPassedTrials(), sampling)(sampling)
}

async function samplingOf(files: ReadonlyMap<string, Uint8Array>): Promise<Sampling> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { product } = parsed
  const compiled = await compileProduct(product, files, { dataset: datasetsByKey(product) })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const insurer = { key: 'insurer', name: 'Insurer' }
  const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
  return { product, compiled: compiled.compiled, files, insurer, now }
}

/** Where it stands and what is wrong, of the English documents. */
async function problemsIn(template: string, more?: Record<string, string>) {
  const problems = await problemsWith(template, more)
  return problems
    .filter(({ file }) => !file.includes('.de.'))
    .map(({ file, place, message, fix }) => `${file}, ${place}: ${message} ${fix}`)
}

const use = '#import "/bindery.typ": data, money, day\n'

describe('the documents of a folder', () => {
  it.each(['cyber', 'bike'])('of the example %s have no mistakes', async (product) => {
    const folder = new URL(`../../../examples/${product}/`, import.meta.url)
    expect(await problemsOf(await readProductFolder(folder.pathname))).toEqual([])
  })

  it('may ask for every thing that is documented', async () => {
    const asked = `${use}#let all = (
      data.document.title, data.insurer.name, data.distributor.key, data.product.currency,
      data.item.name, data.policy.external_number, data.policy.created.time, data.policy.issued,
      data.policy.offer_valid_until.short, data.customer.email, data.quote.valid_until.long,
      data.price.net_net.cents, data.price.commission.text, data.price.billing_cycles,
      data.price.extra, data.plan.frequency, data.payment.method, data.cancellation,
      data.policy.days_of_cover, data.quote.data.company, data.policy.data.previous_losses_count)`
    expect(await problemsIn(asked)).toEqual([])
  })
})

describe('the guide to documents', () => {
  const guide = readFileSync(new URL('../../../docs/guides/documents.md', import.meta.url), 'utf8')

  it('shows a template that works', async () => {
    const [, template = ''] = /```typst\n([\s\S]*?)```/.exec(guide) ?? []
    expect(template).toContain('data.price.payment.text')
    expect(await problemsIn(template)).toEqual([])
  })

  it('names everything that a template sees', async () => {
    const sampling = await samplingOf(await folderWithDocuments({}))
    const { definition } = sampling.product
    const [item] = definition.items
    if (item === undefined) throw new Error('the cyber product has an item')
    const terms = { item, occasion: 'cancellation', language: 'en', extent: 'everything' } as const
    const document = await openSamples(sampling)(terms)
    const format = formatsOf({ ...definition, language: 'en' })
    const { format: _, ...data } = assembleData(document, { designation: 'x', names: {} }, format)
    const names = Object.entries(data).flatMap(([part, members]) =>
      Object.keys(members ?? {}).map((member) => ({ part, member })),
    )
    const isShown = ({ part, member }: (typeof names)[number]) =>
      guide.includes(`\`${part}.${member}\``) ||
      guide
        .split('\n')
        .some((line) => line.includes(`\`${part}\``) && line.includes(`\`${member}\``))
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !isShown(name))).toEqual([])
  })
})

describe('a link that some documents have', () => {
  it('is tried with and without, and its name is checked', async () => {
    const asked = (body: string) => {
      const template = `${use}${body}`
      const files = { 'invoice.en.typ': template, 'invoice.de.typ': template }
      return problemsIn('= Policy', {
        'documents.yaml': `${list}  - designation: invoice\n`,
        ...files,
      })
    }
    expect(await asked('#if data.links.pay != none [#link(data.links.pay)]')).toEqual([])
    const [unguarded = ''] = await asked('#link(data.links.pay)')
    expect(unguarded).toMatch(/^documents\/invoice\.en\.typ, line 2.*none/)
    expect(await asked('#if data.links.pya != none []')).toEqual([
      'documents/invoice.en.typ, line 2: There is no data.links.pya. Did you mean pay?',
    ])
  })
})

describe('a name that does not exist', () => {
  it('is refused with file, line and name, wherever it stands', async () => {
    const template = `${use}#data.policy.number
#if data.customer.name == "nobody" [ #data.policy.numbr #data.customer.nme ]
#let never() = data.quote.data.insured_som`
    expect(await problemsIn(template)).toEqual([
      'documents/policy.en.typ, line 3: There is no data.policy.numbr. Did you mean number?',
      'documents/policy.en.typ, line 3: There is no data.customer.nme. Did you mean name?',
      'documents/policy.en.typ, line 4: There is no data.quote.data.insured_som. Did you mean insured_sum?',
    ])
  })

  it('is followed through other names', async () => {
    const template = `${use}#let sale = data.policy
#let answers = data.quote.data
#if false [#sale.strt.long #answers.company.nam]`
    expect(await problemsIn(template)).toEqual([
      'documents/policy.en.typ, line 4: There is no data.policy.strt. Did you mean start?',
      'documents/policy.en.typ, line 4: There is no data.quote.data.company.nam. Did you mean name?',
    ])
  })

  it('is found in shared parts too', async () => {
    const parts = { 'parts/letter.typ': '#let letter(data) = [#data.insurer.adress]' }
    const template = `${use}#import "parts/letter.typ": letter\nHello`
    expect(await problemsIn(template, parts)).toEqual([
      'documents/parts/letter.typ, line 1: There is no data.insurer.adress. Use one of: key, name.',
    ])
  })

  it('is found by a trial where only a trial can find it', async () => {
    const template = `${use}#let pick(what) = what.premium\n#pick(data.price)`
    expect(await problemsIn(template)).toEqual([
      'documents/policy.en.typ, line 2, column 24: There is no "premium" here. ' +
        'Look up its name in the data of documents, or read it with .at(name, default: none).',
    ])
  })

  it('among the outputs of pricing is found by a trial', async () => {
    const [problem] = await problemsIn(`${use}#data.price.extra.nothing_like_it`)
    expect(problem).toContain('There is no "nothing_like_it" here.')
  })

  it('that only looks like one is let be', async () => {
    const template = `${use}// data.policy.comment
Ask data.policy.prose, \`data.raw.text\`, "data.policy.quoted".
#let words(data2) = data2.anything
#data.policy.at("whatever", default: none) #data.policy.keys().len() #data.customer.name.len()
#let policy = (mine: 1)
#policy.mine`
    expect(await problemsIn(template)).toEqual([])
  })
})

describe('what need not be there', () => {
  it('must be asked about before it is used', async () => {
    const [problem] = await problemsIn(`${use}#data.quote.data.company.name`)
    expect(problem).toMatch(/policy\.en\.typ, line 2, column \d+: .*none/)
    expect(
      await problemsIn(`${use}#if data.quote.data.company != none [#data.quote.data.company.name]`),
    ).toEqual([])
  })

  it('is there for every item, which finds the fields of all', async () => {
    const template = `${use}#data.quote.data.overnight_parking #data.quote.data.battery_cover`
    const documents = { 'documents.yaml': list, 'policy.de.typ': template }
    expect(await problemsOf(await folderWithDocuments(documents, 'bike'))).toEqual([])
  })
})

describe('what the rules demand', () => {
  /** The bikes with nothing to guess from but the rules, and a question that follows from another. */
  async function unshownBikes(template: string) {
    const documents = { 'documents.yaml': list, 'policy.de.typ': template }
    const files = await folderWithDocuments(documents, 'bike')
    files.delete('demo.yaml')
    const lock = `{ "name": "lock_number", "path": "data", "validation": "integer|required_if:overnight_parking,locked_room" },
      { "name": "bell", "path": "data", "validation": "integer" },`
    for (const file of ['quote.json', 'items/e-bike/quote.json']) {
      const rules = new TextDecoder().decode(files.get(file))
      files.set(file, Buffer.from(rules.replace('"quote": [', `"quote": [${lock}`)))
    }
    return problemsOf(files)
  }

  it('is in every trial, also where only another answer demands it', async () => {
    const template = `${use}#calc.abs(data.quote.data.bike_price) #calc.abs(data.quote.data.lock_number)`
    expect(await unshownBikes(template)).toEqual([])
  })

  it('is all that a trial of the least has', async () => {
    const [problem] = await unshownBikes(`${use}#calc.abs(data.quote.data.bell)`)
    expect(problem?.message).toContain('none')
  })
})

describe('a template', () => {
  it('that is no Typst is refused with its line', async () => {
    const [problem] = await problemsIn(`${use}Hello\n#let x = (`)
    expect(problem).toMatch(/^documents\/policy\.en\.typ, line 3, column \d+: /)
  })

  it('that imports a package or a file that is not there is refused with an alternative', async () => {
    expect(await problemsIn('#import "@preview/cetz:0.3.0"')).toEqual([
      'documents/policy.en.typ, line 1, column 9: Packages cannot be imported. Copy the parts that you need into documents/parts/.',
    ])
    const [problem] = await problemsIn('#image("picture.svg")')
    expect(problem).toContain('There is no such file in the product folder.')
  })

  it('that does not end is refused', async () => {
    const [problem] = await problemsIn('#for i in range(1000000) { for j in range(1000000) { } }')
    expect(problem).toContain('takes more time or memory than a document may use')
  })

  it('gets all its mistakes reported at once, with those of the others', async () => {
    const problems = await problemsWith(`${use}#data.policy.numbr`, {
      'policy.de.typ': `${use}#data.customer.nme`,
      'parts/a.typ': '#let a = data.insurer.nme',
    })
    expect(problems.map(({ file }) => file).toSorted()).toEqual([
      'documents/parts/a.typ',
      'documents/policy.de.typ',
      'documents/policy.en.typ',
    ])
  })
})

describe('documents that passed', () => {
  /** Folders one after the other, as a server is sent them: what the renderer was asked for, and what was wrong. */
  async function inTurn(...folders: ReadonlyMap<string, Uint8Array>[]) {
    const passed = openPassedTrials()
    const asked: string[] = []
    const counting: PdfRenderer = {
      ...renderer,
      carryOut: (kit, task) => {
        asked.push(task.kind === 'parse' ? `reads ${task.source}` : `prints ${task.template}`)
        return renderer.carryOut(kit, task)
      },
    }
    const rounds: { asked: string[]; problems: string[] }[] = []
    for (const files of folders) {
      const sampling = await samplingOf(files)
      const problems = await checkDocuments(counting, passed, sampling)(sampling)
      const messages = problems.map(({ file, message }) => `${file}: ${message}`)
      rounds.push({ asked: [...new Set(asked.splice(0))], problems: messages })
    }
    return rounds
  }

  const bikes = (template: string) =>
    folderWithDocuments({ 'documents.yaml': list, 'policy.de.typ': template }, 'bike')

  async function bikesWith(template: string, file: string, edit: (text: string) => string) {
    const files = new Map(await bikes(template))
    const text = new TextDecoder().decode(files.get(file))
    expect(edit(text)).not.toBe(text)
    return files.set(file, Buffer.from(edit(text)))
  }

  const letter = `${use}#let zone = if data.item.key == "e-bike" { "A" } else { data.price.extra.zone }
#data.price.payment.text, #zone, #data.policy.start.long`
  const template = 'documents/policy.de.typ'

  it('are not tried again with other rates or other days of dunning', async () => {
    const [first, ...others] = await inTurn(
      await bikes(letter),
      await bikesWith(letter, 'pricing.yaml', (text) => text.replace('0.025', '0.027')),
      await bikesWith(letter, 'product.yaml', (text) =>
        text.replace('after_days: 20', 'after_days: 21'),
      ),
    )
    expect(first).toEqual({ asked: [`reads ${template}`, `prints ${template}`], problems: [] })
    expect(others.flatMap(({ asked }) => asked)).toEqual([])
    expect(others.flatMap(({ problems }) => problems)).toEqual([])
  })

  it('are tried again where a name, a text or the sign of an amount is another', async () => {
    const noZone = (text: string) => text.replace('\n  zone: zone', '')
    const divided = `${use}#(100 / data.price.commission.cents)`
    const chosen = `${letter}, #(A: [city], B: [town], C: [land]).at(zone)`
    const noCommission = (text: string) => text.replace(/commission: ROUND.*/, 'commission: 0')
    const otherZone = (text: string) => text.replace('zone: zone', 'zone: \'"D"\'')
    const unseen = `${use}#if false [#data.quote.data.lock]`
    const lock = '"quote": [{ "name": "lock", "path": "data", "validation": "integer" },'
    const rounds = await inTurn(
      await bikesWith(unseen, 'quote.json', (text) => text.replace('"quote": [', lock)),
      await bikes(unseen),
      await bikes(letter),
      await bikesWith(letter, 'pricing.yaml', noZone),
      await bikes(divided),
      await bikesWith(divided, 'pricing.yaml', noCommission),
      await bikes(chosen),
      await bikesWith(chosen, 'pricing.yaml', otherZone),
      await bikes(chosen),
    )
    expect(rounds.map(({ problems }) => problems)).toEqual([
      [],
      [`${template}: There is no data.quote.data.lock.`],
      [],
      [`${template}: There is no "zone" here.`],
      [],
      [`${template}: Cannot divide by zero.`],
      [],
      [`${template}: There is no "D" here.`],
      [],
    ])
  })

  it('are tried again when a template or a part of it is another', async () => {
    const withPart = async (part: string) => {
      const own = { 'documents.yaml': list, 'policy.de.typ': '#include "parts/a.typ"' }
      return folderWithDocuments({ ...own, 'parts/a.typ': part }, 'bike')
    }
    const rounds = await inTurn(await withPart('Hello'), await withPart('#panic("no")'))
    expect(rounds.map(({ problems }) => problems.length > 0)).toEqual([false, true])
  })
})
