import type { Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { ProductFiles } from '../../src/products/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Speaks to the Management API as an insurer's console would. */
export interface Manager {
  get(path: string): Promise<Response>
  post(path: string, body?: JsonObject, sent?: Record<string, string>): Promise<Response>
  put(path: string, body: JsonObject): Promise<Response>
  patch(path: string, body: JsonObject): Promise<Response>
  delete(path: string): Promise<Response>
  push(files: ProductFiles): Promise<Response>
}

export function managerOn(
  platform: TestPlatform,
  secretKey = platform.demo.insurer.test.secret,
): Manager {
  const headers = { authorization: `Bearer ${secretKey}` }
  const post = (url: string, body?: JsonObject, sent: Record<string, string> = {}) =>
    platform.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...sent },
      ...(body === undefined ? {} : { payload: body }),
    })
  return {
    post,
    put: (url, payload) => platform.app.inject({ method: 'PUT', url, headers, payload }),
    patch: (url, payload) => platform.app.inject({ method: 'PATCH', url, headers, payload }),
    delete: (url) => platform.app.inject({ method: 'DELETE', url, headers }),
    get: (url) => platform.app.inject({ method: 'GET', url, headers }),
    push: (files) => post('/manage/products/push', { files: encodeFiles(files) }),
  }
}

export function encodeFiles(files: ProductFiles): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, content]) => [path, Buffer.from(content).toString('base64')]),
  )
}
