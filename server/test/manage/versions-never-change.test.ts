import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Statement, sql } from '../../src/database/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { managementRoutes } from '../support/routes.ts'

let platform: TestPlatform
let productId: string
let versionId: string
beforeAll(async () => {
  platform = await openTestPlatform()
  productId = platform.demo.products['cyber-formula']?.product_id ?? ''
  versionId = (await managerOn(platform).get(`/manage/products/${productId}`)).json<{
    live_version_id: string
  }>().live_version_id
})
afterAll(() => platform.close())

const content = async () => {
  const manager = managerOn(platform)
  const [version, files] = await Promise.all([
    manager.get(`/manage/product_versions/${versionId}`),
    manager.get(`/manage/product_versions/${versionId}/files`),
  ])
  const { is_live: _live, ...shown } = version.json<{ is_live: boolean }>()
  return { shown, files: files.json<unknown>() }
}

describe('a version that was published and sold', () => {
  it('stays as it is whatever is pushed and published after it, and so does its policy', async () => {
    const seller = sellerOn(platform, { product: 'cyber-formula' })
    const manager = managerOn(platform)
    const policy = await soldPolicy(seller)
    const before = await content()
    const policyBefore = (await seller.get(`/policies/${policy.id}`)).json<unknown>()
    const dearer = await exampleFolder('cyber-formula', {
      'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.25'),
      'fields.json': (text) => text.replace('"version": "1"', '"version": "2"'),
      'tests/prices.yaml': null,
    })
    const pushed = (await manager.push(dearer)).json<{ product_version_id: string }>()
    expect(pushed.product_version_id).not.toBe(versionId)
    await manager.post(`/manage/product_versions/${pushed.product_version_id}/publish`)
    await manager.push(await exampleFolder('cyber-formula'))
    await manager.post(`/manage/product_versions/${versionId}/publish`)
    expect(await content()).toEqual(before)
    expect((await seller.get(`/policies/${policy.id}`)).json()).toEqual(policyBefore)
    const explained = await manager.get(`/manage/policies/${policy.id}/explanation`)
    expect(explained.json()).toMatchObject({ is_same: true })
  })

  it('asks of an offer what it asked when it was quoted, whatever is live by then', async () => {
    const manager = managerOn(platform)
    const seller = sellerOn(platform, { product: 'cyber-formula' })
    const token = async () => (await seller.quote()).json<{ token: string }>().token
    const earlier = await token()
    const curious = await exampleFolder('cyber-formula', {
      'fields.json': (text) =>
        text.replace(
          '"policy": [',
          '"policy": [{ "name": "tax_number", "path": "data", "validation": "string|required" },',
        ),
      'demo.yaml': null,
    })
    const pushed = (await manager.push(curious)).json<{ product_version_id: string }>()
    await manager.post(`/manage/product_versions/${pushed.product_version_id}/publish`)
    await expect.poll(async () => (await seller.offer(await token())).statusCode).toBe(400)
    const offer = (await seller.offer(earlier)).json<{ id: string }>()
    expect((await seller.get(`/offers/${offer.id}`)).json()).toMatchObject({
      product_version_id: versionId,
    })
    await manager.post(`/manage/product_versions/${versionId}/publish`)
  })

  it('has no address at which it could be changed or deleted', async () => {
    const changing = managementRoutes(platform.app).filter((route) => !/^(GET|POST) /.test(route))
    expect(changing).toEqual([
      'DELETE /manage/mail_server',
      'DELETE /manage/notes/:noteId',
      'DELETE /manage/payment_providers/:provider',
      'DELETE /manage/payment_providers/:provider/credentials',
      'DELETE /manage/roles/:role',
      'DELETE /manage/single_sign_on',
      'DELETE /manage/suppressed_addresses/:suppressionId',
      'DELETE /manage/users/:userId/second_factor',
      'DELETE /manage/views/:viewId',
      'DELETE /manage/webhooks/:webhookId',
      'PATCH /manage/approval_rules',
      'PATCH /manage/roles/:role',
      'PATCH /manage/sign_in_rules',
      'PATCH /manage/tasks/:taskId',
      'PATCH /manage/users/:userId',
      'PATCH /manage/views/:viewId',
      'PATCH /manage/webhooks/:webhookId',
      'PUT /manage/distributors/:distributorId/mail_address',
      'PUT /manage/mail_server',
      'PUT /manage/payment_providers/:provider/credentials',
      'PUT /manage/single_sign_on',
    ])
    const before = await content()
    const files = encodeFiles(await exampleFolder('bike'))
    const addresses = [
      `/manage/products/${productId}`,
      `/manage/product_versions/${versionId}`,
      `/manage/product_versions/${versionId}/files`,
    ]
    for (const url of addresses) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'] as const) {
        const { secret } = platform.demo.insurer.test
        const headers = { authorization: `Bearer ${secret}` }
        const payload = { files, definition: {}, published_at: null }
        const refused = await platform.app.inject({ method, url, headers, payload })
        expect([404, 405]).toContain(refused.statusCode)
      }
    }
    expect(await content()).toEqual(before)
  })

  const abuses: readonly (readonly [string, () => Statement])[] = [
    [
      'its definition',
      () => sql`update product_versions set definition = '{}' where id = ${versionId}`,
    ],
    [
      'when it was published',
      () => sql`update product_versions set published_at = null where id = ${versionId}`,
    ],
    [
      'which files it has',
      () => sql`delete from product_version_files where product_version_id = ${versionId}`,
    ],
    [
      'the path of a file',
      () => sql`
        update product_version_files set path = path || '2'
        where product_version_id = ${versionId}`,
    ],
    ['the content of files', () => sql`update file_contents set content = ''`],
    [
      'its pricing',
      () => sql`
        update product_version_items set pricing_revision_id = pricing_revision_id
        where product_version_id = ${versionId}`,
    ],
    ['what a revision is of', () => sql`update pricing_revisions set content_hash = 'x'`],
    ['the terms of integrations', () => sql`update integration_versions set definition = '{}'`],
    [
      'its integrations',
      () => sql`delete from product_version_integrations where product_version_id = ${versionId}`,
    ],
    ['that it is there', () => sql`delete from product_versions where id = ${versionId}`],
  ]
  it.each(abuses)('is kept by the database itself: nobody changes %s', async (_what, abuse) => {
    await expect(platform.db.query(abuse())).rejects.toThrow('are written once')
  })
})
