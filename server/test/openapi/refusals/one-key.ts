import type { Stage } from './stage.ts'

/** Calls without a body differ by their paths alone. */
export async function withOneKey(
  { caller, platform }: Stage,
  operationId: string,
  ...paths: readonly [Record<string, string>, Record<string, string>]
) {
  const withSecretKey = { secretKey: platform.demo.insurer.test.secret }
  const headers = { 'Idempotency-Key': `reused by ${operationId}` }
  await caller.call(operationId, paths[0], withSecretKey, { headers })
  return caller.call(operationId, paths[1], withSecretKey, { headers })
}
