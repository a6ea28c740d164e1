import { randomBytes } from 'node:crypto'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductFiles } from '../../src/products/index.ts'
import { exampleFolder, wholeExample } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { bodyOf, partsOf, sendParts } from '../builders/parts.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const push = '/manage/products/push'

/** Bike with files of every byte, and a name that is not plain. */
async function withBinaries(seed: string): Promise<ProductFiles> {
  const files = new Map(await exampleFolder('bike'))
  const every = Uint8Array.from({ length: 1_024 }, (_, at) => at % 256)
  files.set('pictures/every-byte.bin', every)
  files.set('pictures/räder & mehr.bin', Buffer.concat([randomBytes(5_000), Buffer.from(seed)]))
  files.set('pictures/empty.bin', new Uint8Array(0))
  return files
}

async function pulled(response: Response): Promise<unknown> {
  const { product_version_id: version } = response.json<{ product_version_id: string }>()
  return (await managerOn(platform).get(`/manage/product_versions/${version}/files`)).json()
}

describe('a folder', () => {
  it.each(['JSON', 'parts'])('comes and goes byte for byte as %s', async (way) => {
    const files = await withBinaries(way)
    const pushed =
      way === 'JSON'
        ? await managerOn(platform).push(files)
        : await sendParts(platform, push, partsOf(files))
    expect(pushed.statusCode).toBe(200)
    expect(pushed.json()).toMatchObject({ is_new: true })
    expect(await pulled(pushed)).toEqual({ files: encodeFiles(files) })
  })

  it('in parts is the same as in JSON', async () => {
    const files = await withBinaries('same')
    const first = await sendParts(platform, push, partsOf(files))
    const again = await managerOn(platform).push(files)
    expect(again.json()).toMatchObject({
      is_new: false,
      product_version_id: first.json<{ product_version_id: string }>().product_version_id,
    })
  })

  it('in parts is checked, planned and priced like any other', async () => {
    const files = await wholeExample('cyber')
    const checked = await sendParts(platform, '/manage/products/validate', partsOf(files))
    expect(checked.json()).toEqual({ valid: true, problems: [], warnings: [] })
    const plan = await sendParts(platform, '/manage/products/plan', partsOf(files))
    expect(plan.json()).toMatchObject({ valid: true, differences: [] })
    const data = platform.demo.products['cyber']?.quote
    const priced = await sendParts(platform, '/manage/products/price', [
      ['data', null, JSON.stringify(data)],
      ...partsOf(files),
    ])
    expect(priced.json()).toMatchObject({ outcome: 'priced' })
    const broken = await exampleFolder('cyber', {
      'product.yaml': (text) => text.replace('currency: EUR', 'currency: EURO'),
    })
    const refused = await sendParts(platform, push, partsOf(broken))
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ problems: [{ file: 'product.yaml' }] })
  })

  it('in parts that is sent again gets the same answer, and a different one is recognized', async () => {
    const headers = { 'idempotency-key': 'one push' }
    const files = await withBinaries('retried')
    const first = await sendParts(platform, push, partsOf(files), headers)
    const again = await sendParts(platform, push, partsOf(files), headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    const other = await sendParts(platform, push, partsOf(await withBinaries('other')), headers)
    expect(other.statusCode).toBe(422)
  })

  it('in parts that breaks off is refused, though what came is a whole product', async () => {
    const productId = platform.demo.products['bike']?.product_id
    const shown = async () =>
      (await managerOn(platform).get(`/manage/products/${productId}`)).json<object>()
    const before = await shown()
    const files = new Map(await exampleFolder('bike'))
    const whole = bodyOf(partsOf(files))
    files.set('notes.txt', Buffer.from('The end of these notes is lost.'))
    const longer = bodyOf(partsOf(files))
    const ends = [
      longer.indexOf('The end') + 3,
      longer.lastIndexOf('\r\n', longer.length - 3),
      whole.length - 4,
    ]
    for (const end of ends) {
      const refused = await sendParts(platform, push, longer.subarray(0, end))
      expect(refused.statusCode).toBe(400)
    }
    expect(await shown()).toEqual(before)
  })

  it('that is too large in parts is refused', async () => {
    const large = new Uint8Array(20 * 1024 * 1024 + 1)
    const refused = await sendParts(platform, push, [['files', 'large.bin', large]])
    expect(refused.statusCode).toBe(413)
    expect(refused.json()).toMatchObject({ message: 'A file may have 20 MiB at most.' })
    const part = new Uint8Array(17 * 1024 * 1024)
    const names = ['a.bin', 'b.bin', 'c.bin', 'd.bin']
    const all = await sendParts(
      platform,
      push,
      names.map((name) => ['files', name, part]),
    )
    expect(all.json()).toMatchObject({ message: 'A folder may have 64 MiB at most.' })
    const whole = await platform.app.inject({
      method: 'POST',
      url: push,
      headers: {
        authorization: `Bearer ${platform.demo.insurer.test.secret}`,
        'content-type': 'application/json',
        'content-length': String(200 * 1024 * 1024),
      },
    })
    const message = 'The body of this request may be 96 MiB at most.'
    expect(whole.json()).toMatchObject({ message })
  })

  it.each([
    ['nothing', []],
    ['a body that breaks off', '--between-the-parts\r\nContent-Disposition: form-data; name="a'],
    ['a body of no parts', 'hello'],
    ['an empty body', ''],
    ['a reserved name', [['__proto__', null, '1']]],
    ['a part that is not JSON', [['data', null, '{']]],
  ] as const)('of %s is refused with a message', async (_, parts) => {
    for (const call of ['push', 'validate', 'plan', 'price']) {
      const refused = await sendParts(platform, `/manage/products/${call}`, parts)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ message: expect.any(String) })
    }
  })
})

describe('two pushes at once', () => {
  it('give two versions, or one where both are the same', async () => {
    const manager = managerOn(platform)
    const folders = await Promise.all(['one', 'two', 'three'].map(withBinaries))
    const pushed = await Promise.all(folders.map((files) => manager.push(files)))
    expect(pushed.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    const ids = pushed.map((answer) => answer.json<Record<string, string>>()['product_version_id'])
    expect(new Set(ids).size).toBe(3)
    const productId = pushed[0]?.json<{ product_id: string }>().product_id
    const shown = await manager.get(`/manage/products/${productId}`)
    const { versions } = shown.json<{ versions: { id: string; number: number }[] }>()
    const numbers = versions.map((version) => version.number)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(versions.map((version) => version.id)).toEqual(expect.arrayContaining(ids))

    const same = await withBinaries('the same')
    const answers = await Promise.all([1, 2, 3, 4].map(() => manager.push(same)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
    const made = answers.map((answer) => answer.json<{ is_new: boolean }>().is_new)
    expect(made.filter(Boolean)).toHaveLength(1)
  })
})
