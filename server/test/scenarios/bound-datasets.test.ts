import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { type ProductFiles, publishProduct, pushProduct } from '../../src/products/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { type FileChanges, publishedDraft, pushedDraft } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { type ImportQuery, importerOn } from '../builders/importer.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type Seller, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let first: ProductVersionId
let live: Seller
let test: Seller
let builder: string
beforeAll(async () => {
  // Whoever comes first waits until a slow machine has brought the other that far.
  platform = await openTestPlatform()
  live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
  test = sellerOn(platform)
  const { product_id: cyber } = platform.demo.products['cyber'] ?? { product_id: '' }
  const shown = await managerOn(platform).get(`/manage/products/${cyber}`)
  first = shown.json<{ live_version_id: ProductVersionId }>().live_version_id
  builder = (await itemsOf(platform, 'companies')).find(({ key }) => key === 'C-0002')?.id ?? ''
})
afterAll(() => platform.close())

/** C-0002 builds houses: 65,000 * 0.95 * 1.12 * 0.88 * 1.25 is 76,076, with tax of 19 % 90,530. */
const asBuilder = 90_530
/** A name alone, which no rate is known for. */
const asNobody = 146_241
const draft = { body: { live_product: 'false' } }

const publish = async (versionId: ProductVersionId) =>
  publishProduct(platform, await demoAccount(platform, 'demo-insurance'), versionId)

const batchedTransactions = (change: (text: string) => string): FileChanges => ({
  'datasets/companies.csv': change,
})
const toLogistics = (text: string) =>
  text.replace(
    /^(C-0002,.*),Construction,Baugewerbe,construction,/m,
    '$1,Logistics,Logistik,logistics,',
  )
const without = (number: string) => (text: string) =>
  text.replace(new RegExp(`^${number}.*\n`, 'm'), '')
const newcomer = 'N-0001,Newcomer GmbH,Köln,Construction,Baugewerbe,construction,42,1979-06-14,23\n'

/** The price for a company, or the fields that are wrong. */
async function priceFor(seller: Seller, company: string, changes: { body?: object } = {}) {
  const quote = await seller.quote({ data: { company }, body: { ...changes.body } })
  const answer = quote.json<{ gross_payment_amount?: number; errors?: { field: string }[] }>()
  return answer.gross_payment_amount ?? answer.errors?.map(({ field }) => field)
}

async function pushed(files: ProductFiles) {
  return pushProduct(platform, await demoAccount(platform, 'demo-insurance'), files)
}

/** What stands in the product's own dataset, as a version has it. */
async function idIn(versionId: ProductVersionId, number: string): Promise<string | undefined> {
  const [bound] = await platform.db.query<{ content_id: number }>(sql`
    select dataset_bindings.content_id from dataset_bindings join datasets on datasets.id = dataset_id
    where product_version_id = ${versionId} and key = 'companies'`)
  const rows = await platform.db.query<{ id: string }>({
    text: `select id from dataset_content_${bound?.content_id} where key = $1`,
    values: [number],
  })
  return rows[0]?.id
}

describe('a draft with other rows', () => {
  it('moves no live price, is tried out with a test key, published and taken back', async () => {
    const formula = sellerOn(platform, { product: 'cyber-formula' })
    const second = await pushedDraft(platform, 'cyber', batchedTransactions(toLogistics))
    const dearer = await vi.waitFor(async () => {
      const price = await priceFor(test, builder, draft)
      expect(price).not.toBe(asBuilder)
      return price
    })
    expect(dearer).toBeTypeOf('number')
    expect(await priceFor(test, builder, { body: { product_version_id: second } })).toBe(dearer)
    for (const seller of [live, test, formula]) {
      expect(await priceFor(seller, builder)).toBe(asBuilder)
    }

    await publish(second)
    for (const seller of [live, test, formula]) {
      await vi.waitFor(async () => expect(await priceFor(seller, builder)).toBe(dearer))
    }
    expect(await priceFor(live, builder, { body: { product_version_id: first } })).toBe(asBuilder)

    await publish(first)
    for (const seller of [live, test, formula]) {
      await vi.waitFor(async () => expect(await priceFor(seller, builder)).toBe(asBuilder))
    }
    expect(await priceFor(test, builder, { body: { product_version_id: second } })).toBe(dearer)
  })

  it('that leaves one out or adds one does so in the draft alone', async () => {
    const second = await pushedDraft(
      platform,
      'cyber',
      batchedTransactions((text) => without('C-0002')(text) + newcomer),
    )
    const newId = (await idIn(second, 'N-0001')) ?? ''
    await vi.waitFor(async () => expect(await priceFor(test, builder, draft)).toEqual(['company']))
    expect(await priceFor(test, 'Newcomer GmbH', draft)).toBe(asNobody)
    expect(await priceFor(test, newId, draft)).toBe(asBuilder)
    expect(await priceFor(live, builder)).toBe(asBuilder)
    expect(await priceFor(live, newId)).toEqual(['company'])
    expect(await priceFor(live, 'Newcomer GmbH')).toEqual(['company'])

    // A third draft brings it back, under the id that it had; the newcomer keeps its own as well.
    const third = await pushedDraft(
      platform,
      'cyber',
      batchedTransactions((text) => toLogistics(text) + newcomer),
    )
    expect(await idIn(third, 'C-0002')).toBe(builder)
    expect(await idIn(third, 'N-0001')).toBe(newId)
    await publish(third)
    await vi.waitFor(async () => expect(await priceFor(live, newId)).toBe(asBuilder))
    await publish(first)
    await vi.waitFor(async () => expect(await priceFor(live, newId)).toEqual(['company']))
  })

  it('with the rows of an earlier version shares its content', async () => {
    const contentsOf = async () =>
      (await platform.db.query(sql`select from dataset_contents`)).length
    const before = await contentsOf()
    const other = (name: string) => ({
      'product.yaml': (text: string) => text.replace(/^name: .*/m, `name: ${name}`),
    })
    await pushedDraft(platform, 'cyber', other('Once more'))
    expect(await contentsOf()).toBe(before)
    const changed = { ...other('Twice'), ...batchedTransactions(without('C-0009')) }
    await pushedDraft(platform, 'cyber', changed)
    expect(await contentsOf()).toBe(before + 1)
    await pushedDraft(platform, 'cyber', other('Back again'))
    expect(await contentsOf()).toBe(before + 1)
  })

  it('leaves an offer as it was quoted, and its policy with the items it was sold with', async () => {
    const quote = await live.quote({ data: { company: builder } })
    const { token } = quote.json<{ token: string }>()
    await publishedDraft(platform, 'cyber', batchedTransactions(without('C-0002')))
    await vi.waitFor(async () => expect(await priceFor(live, builder)).toEqual(['company']))
    platform.clock.advance({ days: 1 }) // The answers are checked again on another day.
    const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await live.offer(token, { data: { ...data, insured_company: builder } })
    expect(offer.statusCode).toBe(200)
    await publish(first)
    const { id } = offer.json<{ id: string }>()
    const view = await live.get(`/policies/${id}`)
    expect(view.json()).toMatchObject({
      product_version_id: first,
      data: { insured_company: { id: builder, industry_code: 'construction' } },
    })
  })

  it('hides in a test policy what it hides, although that is public on sale', async () => {
    const hidden = await pushedDraft(platform, 'cyber', {
      'datasets/companies.yaml': (text) =>
        text.replace('{ name: city, type: text }', '{ name: city, type: text, hidden: true }'),
    })
    const quote = await test.quote({
      data: { company: builder },
      body: { product_version_id: hidden },
    })
    const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const sold = async (token: string) => {
      const offer = await test.offer(token, { data: { ...data, insured_company: builder } })
      const { id } = offer.json<{ id: string }>()
      return (await test.get(`/policies/${id}`)).json<{ data: { insured_company: object } }>().data
        .insured_company
    }
    expect(await sold(quote.json<{ token: string }>().token)).not.toHaveProperty('city')
    const ordinary = await test.quote({ data: { company: builder } })
    expect(await sold(ordinary.json<{ token: string }>().token)).toHaveProperty('city', 'Bremen')
  })
})

describe('a publication beside quotes', () => {
  it('shows each of them rows and formulas of one version', async () => {
    const tax = (rate: number) => (text: string) =>
      text.replace(/tax_rate: .*/, `tax_rate: ${rate}`)
    const one = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': tax(0.25),
    })
    const two = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': tax(0.5),
      ...batchedTransactions(toLogistics),
    })
    const onVersion = (id: string) => priceFor(test, builder, { body: { product_version_id: id } })
    const [priceOne, priceTwo] = [await onVersion(one), await onVersion(two)]
    expect(priceOne).toBe(95_095) // 76,076 and a quarter.
    expect(priceTwo).not.toBe(priceOne)
    await publish(one)
    await vi.waitFor(async () => expect(await priceFor(live, builder)).toBe(priceOne))

    const seen = new Set<unknown>()
    const closing = new AbortController()
    const customers = Array.from({ length: 4 }, async () => {
      while (!closing.signal.aborted) seen.add(await priceFor(live, builder))
    })
    for (const version of [two, one, two, one, two]) {
      await publish(version)
      const price = version === one ? priceOne : priceTwo
      await vi.waitFor(async () => expect(await priceFor(live, builder)).toBe(price))
    }
    closing.abort()
    await Promise.all(customers)
    expect(seen).toEqual(new Set([priceOne, priceTwo]))
    await publish(first)
  })
})

describe('the key of a dataset', () => {
  const folder = (key: string, dataset: string): Promise<ProductFiles> =>
    exampleFolder('bike', {
      'product.yaml': (text) => text.replace(/^key: .*/m, `key: ${key}`),
    }).then((files) =>
      new Map(files)
        .set(
          `datasets/${dataset}.yaml`,
          Buffer.from(
            'name: Towns\naccess: public\nkey_field: code\nfields: [{ name: code, type: text }]\n',
          ),
        )
        .set(`datasets/${dataset}.csv`, Buffer.from('code\nCGN\n')),
    )

  it('that belongs to a product is refused to another folder, with the owner', async () => {
    const refused = {
      ok: false,
      problems: [
        {
          file: 'datasets/companies.yaml',
          place: '',
          message: 'The dataset companies belongs to the product cyber.',
          fix: 'Give the dataset of this folder another key, or remove it here: rules may name the dataset of cyber, and then use its live items.',
        },
      ],
    }
    expect(await pushed(await folder('bike-towns', 'companies'))).toMatchObject(refused)
  })

  it('that was imported on its own is refused to a folder', async () => {
    await sharedCompanies(platform, 'towns')
    expect(await pushed(await folder('bike-towns', 'towns'))).toMatchObject({
      ok: false,
      problems: [
        {
          file: 'datasets/towns.yaml',
          message: 'The dataset towns was imported on its own, and is shared by all products.',
        },
      ],
    })
  })

  it('that belongs to a product is refused to an import, by key and by id', async () => {
    const importer = importerOn(platform)
    const file = (await importer.export('companies', 'csv')).body
    const { public: id = '' } = platform.demo.datasets ?? {}
    const ways: ImportQuery[] = [{}, { mode: 'merge' }, { dry_run: 'true' }]
    for (const query of ways) {
      for (const key of ['companies', id ?? '']) {
        const refused = await importer.csv(key, file, query)
        expect([refused.statusCode, refused.json()]).toMatchObject([
          400,
          {
            message:
              'The dataset companies belongs to the product cyber. Change it in the folder of cyber, push and publish; or import under another key.',
          },
        ])
      }
    }
  })

  it('goes to one of two folders that bring it at once, and the other is refused with the name of its owner', async () => {
    const both = await Promise.all(
      ['bike-one', 'bike-two'].map(async (key) => pushed(await folder(key, 'new-towns'))),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const winner = both[0]?.ok === true ? 'bike-one' : 'bike-two'
    const [loser] = both.flatMap((one) => (one.ok ? [] : [one.problems]))
    expect(loser).toMatchObject([
      { message: `The dataset new-towns belongs to the product ${winner}.` },
    ])
  })

  it('goes to a folder or to an import that bring it at once, never to both', async () => {
    const [folderResult, imported] = await Promise.all([
      folder('bike-three', 'contested').then(pushed),
      importerOn(platform).csv('contested', 'code\nCGN\n', { key_field: 'code' }),
    ])
    expect(imported.statusCode === 200).toBe(!folderResult.ok)
  })
})

describe('a product builder', () => {
  const lines = (files: ProductFiles, path: string, change: (text: string) => string) =>
    new Map(files).set(path, Buffer.from(change(Buffer.from(files.get(path) ?? []).toString())))
  const named = async (key: string, dataset: string) =>
    lines(
      await exampleFolder('cyber-formula', {
        'product.yaml': (text) => text.replace(/^key: .*/m, `key: ${key}`),
      }),
      'quote.json',
      (text) => text.replace('in_dataset:companies', `in_dataset:${dataset}`),
    )
  const plan = async (files: ProductFiles) =>
    (await managerOn(platform).post('/manage/products/plan', { files: encodeFiles(files) })).json<{
      problems: object[]
      datasets: object[]
      differences: { area: string }[]
    }>()

  it('sees which datasets others use, or that change by themselves', async () => {
    await sharedCompanies(platform, 'open-firms')
    const own = await plan(
      lines(await exampleFolder('cyber'), 'datasets/companies.csv', toLogistics),
    )
    expect(own.datasets).toContainEqual({
      key: 'companies',
      product: 'cyber',
      products: ['cyber', 'cyber-formula'],
    })
    expect(own.differences).toContainEqual(
      expect.objectContaining({ area: 'datasets', place: 'companies rows' }),
    )
    const shared = await named('cyber-shared', 'open-firms')
    expect((await plan(shared)).datasets).toEqual([
      { key: 'open-firms', product: null, products: ['cyber-shared'] },
    ])
    expect(await pushed(shared)).toMatchObject({ ok: true })
    const show = async (key: string) =>
      (await managerOn(platform).get(`/manage/datasets/${key}`)).json<object>()
    expect(await show('open-firms')).toMatchObject({ product: null, products: ['cyber-shared'] })
    expect(await show('companies')).toMatchObject({
      product: 'cyber',
      products: ['cyber', 'cyber-formula'],
      is_live: true,
    })
  })

  it('cannot name a dataset of a product that was never published', async () => {
    const files = new Map(await named('bike-owner', 'kept-back'))
    const towns = 'name: T\naccess: public\nfields: [{ name: company_number, type: text }]\n'
    files.set('datasets/kept-back.yaml', Buffer.from(towns))
    files.set('datasets/kept-back.csv', Buffer.from('company_number\nC-1\n'))
    for (const path of files.keys()) if (/^(?:tests|demo)/.test(path)) files.delete(path)
    const owner = await pushed(files)
    if (!owner.ok) throw new Error(JSON.stringify(owner.problems))
    const other = new Map(await named('bike-other', 'kept-back'))
    for (const path of other.keys()) if (/^(?:tests|demo)/.test(path)) other.delete(path)
    expect((await plan(other)).problems).toMatchObject([
      {
        file: 'quote.json',
        message:
          'The dataset `kept-back` belongs to the product bike-owner, which was never published.',
      },
    ])
    await publish(owner.versionId)
    expect((await plan(other)).problems).toEqual([])
  })

  it('gets a price by the rows of the folder, whatever is on sale', async () => {
    const priceOf = async (files: ProductFiles, company: string) => {
      const data = { ...platform.demo.products['cyber']?.quote, company }
      const answer = await managerOn(platform).post('/manage/products/price', {
        files: encodeFiles(files),
        data,
      })
      return answer.json<{ outcome: string; result?: { gross_payment_amount: number } }>()
    }
    const folder = await exampleFolder('cyber')
    const rows = (change: (text: string) => string) =>
      lines(folder, 'datasets/companies.csv', change)
    expect(await priceOf(folder, builder)).toMatchObject({
      result: { gross_payment_amount: asBuilder },
    })
    const changed = await priceOf(rows(toLogistics), builder)
    expect(changed.result?.gross_payment_amount).not.toBe(asBuilder)
    expect(await priceOf(rows(without('C-0002')), builder)).toMatchObject({ outcome: 'invalid' })
    const added = rows((text) => text + newcomer)
    expect(await priceOf(added, 'Newcomer GmbH')).toMatchObject({ outcome: 'priced' })
    expect(await priceOf(folder, 'Newcomer GmbH')).toMatchObject({ outcome: 'invalid' })
  })
})

describe('a push that has to be carried out again', () => {
  it('brings all rows again, from the first on', async () => {
    const insurer = await demoAccount(platform, 'demo-insurance')
    const rowsOf = async (portions: AsyncIterable<readonly unknown[]>) => {
      let count = 0
      for await (const portion of portions) count += portion.length
      return count
    }
    const twice = await platform.checkFolder(
      insurer,
      await exampleFolder('cyber'),
      async (found) => {
        const companies = found.datasets.find(({ definition }) => definition.key === 'companies')
        if (companies === undefined) throw new Error('the folder has companies')
        return [await rowsOf(companies.portions()), await rowsOf(companies.portions())]
      },
    )
    expect(twice).toEqual([500, 500])
  })
})

describe('content that a version is bound to', () => {
  it('is there after publications, imports and tidying', async () => {
    const second = await publishedDraft(platform, 'cyber', batchedTransactions(without('C-0011')))
    const third = await publishedDraft(platform, 'cyber', batchedTransactions(without('C-0012')))
    await sharedCompanies(platform, 'tidied')
    await importerOn(platform).csv('tidied', 'company_number\nC-1\n', {
      key_field: 'company_number',
    })
    const contents = async () => {
      const rows = await platform.db.query<{ id: number }>(sql`select id from dataset_contents`)
      return rows.map(({ id }) => id)
    }
    const before = await contents()
    await platform.db.query(sql`
      update dataset_contents set retired_at = now() - interval '1 hour' where retired_at is not null`)
    await platform.handlers.sweep({})
    expect(before.length - (await contents()).length).toBe(1)
    for (const version of [second, third, first]) {
      await publish(version)
      const quotes = await vi.waitFor(() => priceFor(live, builder))
      expect(quotes).toBe(asBuilder)
    }
  })

  it.each([
    ['changed', 'update dataset_contents set content_hash = content_hash || 1'],
    ['renamed', "update dataset_contents set name = 'Other'"],
    ['retired', 'update dataset_contents set retired_at = now()'],
    ['dropped', 'delete from dataset_contents'],
    ['unbound', 'delete from dataset_bindings'],
    ['bound otherwise', 'update dataset_bindings set content_id = content_id + 1'],
  ])('cannot be %s by anybody', async (_, statement) => {
    const bound = statement.includes('dataset_bindings')
      ? ''
      : ' where id in (select content_id from dataset_bindings)'
    const refused = platform.db.query({ text: `${statement}${bound}`, values: [] })
    await expect(refused).rejects.toThrow(/stays as it is|written once|violates foreign key/)
  })
})

describe('a field that the rules of another product on sale name', () => {
  const withoutCity: FileChanges = {
    'datasets/companies.yaml': (text) => text.replace(/^ *- \{ name: city.*\n/m, ''),
    'datasets/companies.csv': (text) =>
      text.replaceAll(/^([^,]*),("[^"]*"|[^,]*),("[^"]*"|[^,]*),/gm, '$1,$2,'),
  }
  const naming = (key: string, named: string) =>
    exampleFolder('cyber-formula', {
      'product.yaml': (text) => text.replace(/^key: .*/m, `key: ${key}`),
      ...(named !== 'companies' && {
        'quote.json': (text: string) => text.replace('in_dataset:companies', `in_dataset:${named}`),
      }),
    })
  const published = async (files: ProductFiles) => {
    const result = await pushed(files)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    await publish(result.versionId)
  }
  const refusal = (product: string, dataset: string) =>
    `The dataset ${dataset} would lose the field city, which rules of the product ${product} name. Keep the field, or first publish ${product} without it.`

  it('is reported in plan and push, and the publication that would take it away is refused', async () => {
    await published(await naming('by-city', 'companies,city'))
    const files = await exampleFolder('cyber', withoutCity)
    const manager = managerOn(platform)
    const warning = {
      file: 'datasets/companies.yaml',
      place: 'fields',
      message:
        'The dataset companies has no field city, but the rules of the live product by-city name it.',
      fix: 'Publishing it is refused. Keep the field, or publish by-city without it first.',
    }
    const planned = await manager.post('/manage/products/plan', { files: encodeFiles(files) })
    expect(planned.json()).toMatchObject({ valid: true, warnings: [warning] })
    const push = await manager.post('/manage/products/push', { files: encodeFiles(files) })
    const { product_version_id: version, warnings } = push.json<{
      product_version_id: ProductVersionId
      warnings: object[]
    }>()
    expect(warnings).toEqual([warning])

    const refused = await manager.post(`/manage/product_versions/${version}/publish`)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ message: refusal('by-city', 'companies') })
    // A process that starts now finds all that is on sale in order.
    const fresh = await openTestPlatform({
      beside: { platform, connection: platform.connection },
    })
    expect((await sellerOn(fresh).quote()).statusCode).toBe(200)
    await fresh.close()

    await published(await naming('by-city', 'companies'))
    expect((await manager.post(`/manage/product_versions/${version}/publish`)).statusCode).toBe(200)
    // Now it is the other one that would not compile.
    const late = await naming('by-city', 'companies,city')
    expect(await pushed(late)).toMatchObject({ ok: false })
    await publish(first)
    const early = await pushed(late)
    if (!early.ok) throw new Error(JSON.stringify(early.problems))
    await publish(version)
    await expect(publish(early.versionId)).rejects.toThrow(refusal('by-city', 'companies'))
    await publish(first)
  })

  it('is reported in plan where prices name it, and may be taken away', async () => {
    const files = await exampleFolder('cyber', {
      'datasets/companies.yaml': (text) => text.replace('name: industry_code', 'name: sector_code'),
      'datasets/companies.csv': (text) => text.replace('industry_code', 'sector_code'),
    })
    const planned = await managerOn(platform).post('/manage/products/plan', {
      files: encodeFiles(files),
    })
    expect(planned.json<{ warnings: { message: string }[] }>().warnings).toContainEqual(
      expect.objectContaining({
        message:
          'The dataset companies has no field industry_code, but the pricing of the live product cyber-formula names it.',
      }),
    )
  })

  it('is not taken away by an import either, nor by a dry run', async () => {
    await sharedCompanies(platform, 'by-hand')
    await published(await naming('by-hand-city', 'by-hand,city'))
    const query = { key_field: 'company_number' }
    const importing = (settings: ImportQuery) =>
      importerOn(platform).csv('by-hand', 'company_number\nC-1\n', settings)
    for (const settings of [query, { ...query, dry_run: 'true' }]) {
      const refused = await importing(settings)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ message: refusal('by-hand-city', 'by-hand') })
    }
    const kept = await importerOn(platform).csv('by-hand', 'company_number,city\nC-1,Ulm\n', query)
    expect(kept.statusCode).toBe(200)
    await published(await naming('by-hand-city', 'by-hand'))
    expect((await importing(query)).statusCode).toBe(200)
  })

  it('is kept where one takes it away and another begins to name it at the same time', async () => {
    await sharedCompanies(platform, 'raced')
    const racer = await pushed(await naming('racer', 'raced,city'))
    if (!racer.ok) throw new Error(JSON.stringify(racer.problems))
    // Both have decided, or wait for each other, before the first of them can commit.
    const clerk = new pg.Client({ ...platform.connection })
    await clerk.connect()
    await clerk.query('begin')
    await clerk.query('lock table audit_entries in share row exclusive mode')
    const changes = [
      importerOn(platform).csv('raced', 'company_number\nC-1\n', { key_field: 'company_number' }),
      managerOn(platform).post(`/manage/product_versions/${racer.versionId}/publish`),
    ]
    await vi.waitFor(async () => {
      // Not by the clerk: within its transaction pg_stat_activity always shows the same.
      const waiting = await platform.db.query(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting).toHaveLength(2)
    })
    await clerk.query('commit')
    await clerk.end()
    const answers = await Promise.all(changes)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]))
  })
})
