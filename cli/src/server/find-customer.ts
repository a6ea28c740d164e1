import { findPolicy } from './find-policy.ts'
import type { Server } from './open-server.ts'

/** The id of a customer, who is named by it, or by the number or id of a policy. */
export async function findCustomerId(server: Server, name: string): Promise<string> {
  return name.startsWith('tcu_') ? name : (await findPolicy(server, name)).customer_id
}
