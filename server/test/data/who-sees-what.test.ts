import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dataset, importDataset } from '../../src/datasets/index.ts'
import { createAccessToken, createAccount } from '../../src/identity/index.ts'
import { sql } from '../../src/database/index.ts'
import { itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Entry, readerOn } from './reader.ts'

let platform: TestPlatform
let locked: string
let companies: string
beforeAll(async () => {
  platform = await openTestPlatform()
  locked = platform.demo.datasets?.locked ?? ''
  companies = platform.demo.datasets?.public ?? ''
})
afterAll(() => platform.close())

describe('a locked dataset', () => {
  const asked = async () => {
    const [item] = await itemsOf(platform, 'broker-rates')
    const list = '?language=en&fields=["broker"]&limit=3'
    return [
      `/datasets/${locked}`,
      `/datasets/${locked}/dataset_items${list}`,
      `/datasets/${locked}/items_distinct_values${list}`,
      `/dataset_items/${item?.id}?language=en`,
    ]
  }

  it.each(['authentication', 'Authentication', 'authorization'])(
    "answers to its owner's access token in the header %s",
    async (header) => {
      const owner = readerOn(platform, { [header]: `Bearer ${platform.demo.access_token}` })
      for (const path of await asked()) expect((await owner.get(path)).statusCode).toBe(200)
    },
  )

  it('answers to a token beside a key, each in its own header', async () => {
    const authentication = `bearer ${platform.demo.access_token}`
    const authorization = `Bearer ${platform.demo.keys.test.secret}`
    const owner = readerOn(platform, { authentication, authorization })
    for (const path of await asked()) expect((await owner.get(path)).statusCode).toBe(200)
    const stray = { authentication: authorization, authorization: authentication }
    for (const path of await asked()) {
      expect((await readerOn(platform, stray).get(path)).statusCode).toBe(401)
    }
  })

  it.each<[string, Record<string, string>, number]>([
    ['nobody', {}, 401],
    ['a token that nobody knows', { authentication: 'Bearer at_0' }, 401],
    ['a header without a token', { authentication: 'Bearer' }, 401],
    ['another scheme', { authentication: 'Basic x' }, 401],
  ])('refuses %s', async (_, headers, status) => {
    for (const path of await asked()) {
      const response = await readerOn(platform, headers).get(path)
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject({ status: 'Unauthorized' })
    }
  })

  it('refuses keys, which are no access tokens', async () => {
    for (const key of [platform.demo.insurer.test.secret, platform.demo.keys.test.secret]) {
      const reader = readerOn(platform, { authorization: `Bearer ${key}` })
      for (const path of await asked()) expect((await reader.get(path)).statusCode).toBe(401)
    }
  })

  it("does not exist for another account's token", async () => {
    const token = platform.demo.other.access_token
    const foreign = readerOn(platform, { authentication: `Bearer ${token}` })
    for (const path of await asked()) {
      const response = await foreign.get(path)
      expect(response.statusCode).toBe(404)
      expect(response.body).not.toMatch(/agreement|broker/i)
    }
    expect((await foreign.get(`/datasets/${companies}`)).statusCode).toBe(200)
  })

  it('refuses a token that was revoked', async () => {
    const token = await platform.db.transaction(async (tx) => {
      const account = await createAccount(
        tx,
        { kind: 'insurer', key: 'revoked', name: 'Revoked' },
        platform.clock(),
      )
      const made = await createAccessToken(
        tx,
        { accountId: account.id, name: 'a' },
        platform.clock(),
      )
      await tx.query(
        sql`update access_tokens set revoked_at = now() where account_id = ${account.id}`,
      )
      return made.token
    })
    const reader = readerOn(platform, { authentication: `Bearer ${token}` })
    expect((await reader.get(`/datasets/${locked}`)).statusCode).toBe(401)
  })

  it("is priced with in its insurer's products, and in nobody else's", async () => {
    const [own] = await itemsOf(platform, 'broker-rates')
    const foreign = await platform.db.transaction(async (tx) => {
      const account = await createAccount(
        tx,
        { kind: 'insurer', key: 'rival', name: 'Rival' },
        platform.clock(),
      )
      const definition: Omit<Dataset, 'id'> = {
        accountId: account.id,
        key: 'rival-rates',
        name: 'Rates',
        languages: ['en'],
        access: 'locked',
        keyField: 'code',
        fields: [{ name: 'code', type: 'text', hidden: false }],
      }
      const items = [{ key: 'A', values: { code: 'A' }, translations: {} }]
      await importDataset(tx, definition, items, platform.clock())
      return definition.key
    })
    const [theirs] = await itemsOf(platform, foreign)
    const seller = sellerOn(platform)
    const offerWith = async (id: string | undefined) => {
      const token = (await seller.quote()).json<{ token: string }>().token
      const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
      return seller.offer(token, { data: { ...data, rate: id ?? '' } })
    }
    expect((await offerWith(own?.id)).statusCode).toBe(200)
    const quoted = await seller.quote({ data: { company: theirs?.id ?? '' } })
    expect(quoted.statusCode).toBe(400)
    expect(quoted.json()).toMatchObject({ errors: [{ code: 'invalid_value', field: 'company' }] })
    const refused = await offerWith(theirs?.id)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ code: 'invalid_value', field: 'rate' }] })
  })
})

describe('a hidden field', () => {
  const list = { language: 'en', fields: ['name'] }

  it.each([
    ['shown', 'fields', { fields: ['name', 'risk_score'] }],
    ['searched', 'query', { query: [{ field: 'risk_score', search: '5%' }] }],
    ['compared', 'query', { query: [{ field: 'risk_score', search: '5', operator: '>' }] }],
    ['listed', 'query', { query: [{ field: 'risk_score', search: ['51'], operator: 'IN' }] }],
    ['sorted by', 'sort', { sort: [{ field: 'risk_score', dir: 'asc' }] }],
  ])('cannot be %s, in the words of a field that does not exist', async (_, parameter, changes) => {
    const reader = readerOn(platform)
    const unknown = JSON.parse(
      JSON.stringify(changes).replaceAll('risk_score', 'no_such_one'),
    ) as typeof changes // The same with another name.
    for (const find of [reader.items, reader.distinct]) {
      const refused = await find(companies, { ...list, ...changes })
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ errors: [{ field: parameter }] })
      const other = await find(companies, { ...list, ...unknown })
      expect(refused.body).toBe(other.body.replaceAll('no_such_one', 'risk_score'))
    }
  })

  it('is in no item that is shown', async () => {
    const reader = readerOn(platform)
    const [item] = await itemsOf(platform, 'companies')
    expect(item?.values).toHaveProperty('risk_score')
    const shown = await reader.get(`/dataset_items/${item?.id}?language=en`)
    expect(shown.body).not.toContain('risk_score')
  })
})

describe('a policy that was sold with items', () => {
  const sold = async (key = 'companies') => {
    const [company] = await itemsOf(platform, key)
    const [rate] = await itemsOf(platform, 'broker-rates')
    const seller = sellerOn(platform)
    const token = (await seller.quote()).json<{ token: string }>().token
    const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const made = await seller.offer(token, {
      data: { ...data, companies: [{ at: company?.id ?? '' }], rate: rate?.id ?? '' },
    })
    expect(made.statusCode).toBe(200)
    const { id } = made.json<{ id: string }>()
    return { id, company, rate }
  }
  const viewsOf = async (id: string, secret: string) => {
    const authorization = `Bearer ${secret}`
    const paths = [`/offers/${id}`, `/policies/${id}`]
    const answers = paths.map((url) =>
      platform.app.inject({
        url,
        headers: { authorization, accept: 'application/vnd.bindery.v2+json' },
      }),
    )
    return Promise.all(answers)
  }
  interface Shown {
    readonly data: { readonly companies: { readonly at: object }[]; readonly rate: object }
  }

  it('shows its distributor no hidden field, and of a locked dataset the id that was sent', async () => {
    const { id, company, rate } = await sold()
    expect(company?.values).toHaveProperty('risk_score')
    for (const answer of await viewsOf(id, platform.demo.keys.test.secret)) {
      const { data } = answer.json<Shown>()
      const { risk_score: _, ...visible } = company?.values ?? {}
      expect(data.companies).toEqual([
        { at: { id: company?.id, ...visible, industry: 'Professional services' } },
      ])
      expect(data.rate).toEqual({ id: rate?.id })
      expect(answer.body).not.toContain('risk_score')
    }
  })

  it('shows its insurer all of them', async () => {
    const { id, company, rate } = await sold()
    for (const answer of await viewsOf(id, platform.demo.insurer.test.secret)) {
      const { data } = answer.json<Shown>()
      expect(data.companies[0]?.at).toMatchObject({
        risk_score: company?.values['risk_score'],
      })
      expect(data.rate).toEqual({ id: rate?.id, ...rate?.values })
    }
  })

  it('keeps hidden what was hidden when its dataset still had it, and shows what was not', async () => {
    const firms = await sharedCompanies(platform)
    const { id, company } = await sold('firms')
    const before = await viewsOf(id, platform.demo.keys.test.secret)
    const insurerId = (await platform.datasets.open(firms, null))?.dataset.accountId
    if (insurerId === undefined) throw new Error('the firms are somebody’s')
    await platform.db.transaction((tx) =>
      importDataset(
        tx,
        {
          accountId: insurerId,
          key: 'firms',
          name: 'Firms',
          languages: ['en', 'de'],
          access: 'public',
          keyField: 'company_number',
          fields: [{ name: 'company_number', type: 'text', hidden: false }],
        },
        [{ key: 'new', values: { company_number: 'new' }, translations: {} }],
        platform.clock(),
      ),
    )
    const after = await viewsOf(id, platform.demo.keys.test.secret)
    expect(after.map((one) => one.json<Shown>())).toEqual(before.map((one) => one.json<Shown>()))
    const [whole] = await viewsOf(id, platform.demo.insurer.test.secret)
    expect(whole?.json<Shown>().data.companies[0]?.at).toMatchObject({
      risk_score: company?.values['risk_score'],
    })
  })
})

describe('a language', () => {
  it('sorts by its own alphabet and still finds its letters under plain ones', async () => {
    const names = ['Öland', 'Zorn', 'Ärla', 'Oscar', 'Åre', 'Adam']
    const insurerId = (await platform.datasets.open(companies as `dat_${string}`, null))?.dataset
      .accountId
    if (insurerId === undefined) throw new Error('the companies are somebody’s')
    const dataset = await platform.db.transaction((tx) =>
      importDataset(
        tx,
        {
          accountId: insurerId,
          key: 'places',
          name: 'Places',
          languages: ['sv', 'de'],
          access: 'public',
          keyField: 'name',
          fields: [{ name: 'name', type: 'text', hidden: false }],
        },
        names.map((name) => ({ key: name, values: { name }, translations: {} })),
        platform.clock(),
      ),
    )
    const sorted = async (language: string, search: string) => {
      const page = await readerOn(platform).items(dataset.id, {
        language,
        fields: ['name'],
        query: [{ field: 'name', search }],
        sort: [{ field: 'name', dir: 'asc' }],
      })
      return page.json<Entry[]>().map(({ value }) => value['name'])
    }
    expect(await sorted('sv', '%')).toEqual(['Adam', 'Oscar', 'Zorn', 'Åre', 'Ärla', 'Öland'])
    expect(await sorted('de', '%')).toEqual(['Adam', 'Åre', 'Ärla', 'Öland', 'Oscar', 'Zorn'])
    for (const language of ['sv', 'de']) {
      expect(new Set(await sorted(language, 'a%'))).toEqual(new Set(['Adam', 'Åre', 'Ärla']))
      expect(new Set(await sorted(language, 'O%'))).toEqual(new Set(['Oscar', 'Öland']))
    }
  })
})
