import type { Response } from 'light-my-request'
import type { TestPlatform } from '../support/platform.ts'

export type ImportQuery = Readonly<Record<string, string>>

/** What an import answers, be it done or refused. */
export interface ImportAnswer {
  readonly dataset: {
    readonly id: string
    readonly fields: readonly { name: string; type: string; hidden: boolean }[]
    readonly items: number
  }
  readonly is_new: boolean
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly kept: number
  readonly message: string
  readonly problems: readonly { file: string; place: string; message: string; fix: string }[]
  readonly problems_total: number
}

/** Imports and exports datasets as an insurer's console would. */
export function importerOn(platform: TestPlatform, secretKey = platform.demo.insurer.test.secret) {
  const authorization = `Bearer ${secretKey}`
  const send = (
    key: string,
    payload: string | NodeJS.ReadableStream,
    query: ImportQuery = {},
    type = 'text/csv',
  ): Promise<Response> =>
    platform.app.inject({
      method: 'POST',
      url: `/manage/datasets/${key}/import?${new URLSearchParams(query)}`,
      headers: { authorization, 'content-type': type },
      payload,
    })
  return {
    csv: (key: string, text: string, query?: ImportQuery) => send(key, text, query),
    jsonLines: (key: string, text: string, query?: ImportQuery) =>
      send(key, text, query, 'application/x-ndjson'),
    send,
    export: (key: string, format: 'csv' | 'jsonl') =>
      platform.app.inject({
        url: `/manage/datasets/${key}/export?format=${format}`,
        headers: { authorization },
      }),
  }
}
