import { expect } from 'vitest'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { exampleFolder } from '../../builders/folder.ts'
import { encodeFiles, managerOn } from '../../builders/manager.ts'
import type { TestPlatform } from '../../support/platform.ts'

export interface Entry {
  readonly id: string
  readonly key_id: string
  readonly action: string
  readonly subject_id: string
  readonly before: JsonObject | null
  readonly after: JsonObject | null
  readonly created_at: string
}

/** The members that these tests read of what is answered; each answer has some of them. */
export interface Made {
  readonly invoice_id?: string
  readonly from?: string
  readonly until?: string
  readonly id: string
  readonly account_id: string
  readonly kind: string
  readonly livemode: boolean
  readonly name: string
  readonly hint: string
  readonly roles: string[] | null
  readonly key: string
  readonly token: string
  readonly product_id: string
  readonly product_version_id: string
}

/** What an act changed: the entry that it must leave. */
export type Change = Pick<Entry, 'action' | 'subject_id' | 'before' | 'after'>

/** By route: an act, and what the log must say of it. */
export type Changes = Readonly<Record<string, () => Promise<{ act: () => Promise<Change> }>>>

export function entry(
  action: string,
  subject: string,
  before: Entry['before'],
  after: Entry['after'],
): Change {
  return { action, subject_id: subject, before, after }
}

/** Where acts are made. The platform is opened after the acts are listed. */
export interface AuditStage {
  readonly platform: TestPlatform
  readonly post: (path: string, body?: JsonObject) => Promise<Made>
  /** The same some time before what the test is about. */
  readonly earlier: (path: string, body: JsonObject) => Promise<Made>
  readonly newKey: () => Promise<Made>
}

export function auditStage(opened: () => TestPlatform): AuditStage {
  const post = async (path: string, body?: JsonObject): Promise<Made> => {
    const response = await managerOn(opened()).post(path, body)
    expect(response.statusCode).toBeLessThan(300)
    return response.json<Made>()
  }
  const earlier = async (path: string, body: JsonObject): Promise<Made> => {
    const answer = await post(path, body)
    opened().clock.advance({ seconds: 1 })
    return answer
  }
  return {
    get platform() {
      return opened()
    },
    post,
    earlier,
    newKey: () =>
      earlier('/manage/keys', { kind: 'secret', livemode: false, name: 'the till of the shop' }),
  }
}

/** The bike product under another name. */
export const renamed = async (name: string) => {
  const files = await exampleFolder('bike', {
    'product.yaml': (text) => text.replace(/^name: .*$/m, `name: ${name}`),
  })
  return { files: encodeFiles(files) }
}
/** The bike product with its versions. */
export const bike = async ({ platform }: Pick<AuditStage, 'platform'>) => {
  const id = platform.demo.products['bike']?.product_id ?? ''
  return (await managerOn(platform).get(`/manage/products/${id}`)).json<{
    id: string
    live_version_id: string
    versions: { id: string }[]
  }>()
}
