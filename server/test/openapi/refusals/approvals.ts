import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import type { Response } from 'light-my-request'
import {
  type Call,
  type Colleague,
  type ShownApproval,
  actsOfTwo,
  colleague,
  namesOfActs,
  tokenOf,
} from '../../builders/approvals.ts'
import { demoAccount, foreignInsurer, newKey } from '../../builders/credentials.ts'
import { managerOn } from '../../builders/manager.ts'
import { madeOffer } from '../../builders/sale.ts'
import { sandboxCallback } from '../../builders/sandbox-callback.ts'
import { type Operation, operations } from '../documented.ts'
import { afterTheAnswerIsLost, whileTheFirstRuns } from './calls.ts'
import { listRefusals } from './lists.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const approvals = '/manage/approvals'
const rules = '/manage/approval_rules'
const unknown = 'apr_01b0acc58e20b2f5cb6ba6d8b0de'
const because = { reason: 'The company was dissolved.' }
let made = 0

export function approvalRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const bodyOf = (what: string): JsonObject => (what === 'decline' ? { comment: 'No.' } : {})
  const decide = (by: Colleague, id: string, what: string) =>
    by.send('POST', `${approvals}/${id}/${what}`, bodyOf(what))
  const requested = async (call = newRole()) => {
    const person = await somebody(stage)
    return { person, id: (await person.request(call)).json<ShownApproval>().id }
  }
  /** What all decisions refuse. */
  const decisions = (what: string) => ({
    approval: async () => decide(await somebody(stage), unknown, what),
    approval_needs_person: async () =>
      manager.post(`${approvals}/${(await requested()).id}/${what}`, bodyOf(what)),
    approval_not_pending: async () => {
      const { id, person } = await requested()
      const other = await somebody(stage)
      await decide(other, id, 'decline')
      return decide(what === 'withdraw' ? person : other, id, what)
    },
    idempotency_key_reused: () =>
      withOneKey(stage, `${what}Request`, { approvalId: 'apr_1' }, { approvalId: 'apr_2' }),
  })
  return {
    ...requestRefusals(stage),
    ...ruleRefusals(stage),
    searchApprovals: {
      ...listRefusals(stage, 'approvals'),
      invalid_member: () => manager.get(`${approvals}?status=${'x'.repeat(301)}`),
    },
    showApproval: { approval: () => manager.get(`${approvals}/${unknown}`) },
    approveRequest: {
      ...decisions('approve'),
      invalid_member: async () =>
        (await somebody(stage)).send('POST', `${approvals}/${unknown}/approve`, { comment: 5 }),
      own_request: async () => {
        const { id, person } = await requested()
        return decide(person, id, 'approve')
      },
      approval_outdated: async () => {
        const { id } = await requested()
        await platform.db.query(sql`update approvals set subject_id = 'other' where id = ${id}`)
        return decide(await somebody(stage), id, 'approve')
      },
      requester_gone: async () => {
        const { id, person } = await requested()
        await manager.post(`/manage/users/${person.id}/deactivate`)
        return decide(await somebody(stage), id, 'approve')
      },
      act_refused: async () => {
        const { write, settle } = await unpaidInvoice(stage)
        const { id } = await requested(write)
        await settle()
        return decide(await somebody(stage), id, 'approve')
      },
    },
    declineRequest: {
      ...decisions('decline'),
      missing_member: async () =>
        (await somebody(stage)).send('POST', `${approvals}/${unknown}/decline`, {}),
    },
    withdrawRequest: {
      ...decisions('withdraw'),
      request_of_other: async () =>
        decide(await somebody(stage), (await requested()).id, 'withdraw'),
    },
  }
}

function requestRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const operation = operationOf('requestApproval')
  /** A request that can be sent again, as a program of a person sends it. */
  const repeatable = async () => {
    const token = await tokenOf(await somebody(stage))
    const call = newRole()
    return ({ headers, reason = 'x' }: { headers: object; reason?: string }) =>
      platform.app.inject({
        method: 'POST',
        url: approvals,
        payload: { method: 'POST', reason, ...call },
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
  }
  return {
    requestApproval: {
      invalid_member: async () =>
        (await somebody(stage)).send('POST', approvals, { method: 'POST', ...newRole() }),
      approval_needs_person: () =>
        managerOn(platform).post(approvals, { method: 'POST', ...newRole(), reason: 'x' }),
      call_not_approvable: async () =>
        (await somebody(stage)).request({ path: '/manage/webhooks' }),
      act_refused: async () => {
        const { write, settle } = await unpaidInvoice(stage)
        await settle()
        return (await somebody(stage)).request(write)
      },
      first_request_in_progress: async () => {
        const send = await repeatable()
        return whileTheFirstRuns(platform, operation, (headers) => send({ headers }))
      },
      answer_lost: async () => {
        const send = await repeatable()
        return afterTheAnswerIsLost(platform, operation, (headers) => send({ headers }))
      },
      idempotency_key_reused: async () => {
        const send = await repeatable()
        const headers = { 'Idempotency-Key': 'reused by requestApproval' }
        await send({ headers })
        return send({ headers, reason: 'y' })
      },
    },
  }
}

function ruleRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const changing = operationOf('changeApprovalRules')
  const change = (...changed: JsonObject[]) => manager.patch(rules, { rules: changed })
  return {
    changeApprovalRules: {
      missing_member: () => manager.patch(rules, {}),
      rule_twice: () => change({ act: 'write_offs' }, { act: 'write_offs' }),
      act_without_amount: () =>
        change({ act: 'publishing', above: [{ amount: 1, currency: 'eur' }] }),
      too_few_approvers: async () => {
        const insurer = await foreignInsurer(platform, 'with-nobody')
        const other = managerOn(platform, (await newKey(platform, insurer)).key)
        return other.patch(rules, { rules: [{ act: 'publishing' }] })
      },
      first_request_in_progress: () =>
        whileTheFirstRuns(platform, changing, (headers) => none(stage, headers)),
      answer_lost: () =>
        afterTheAnswerIsLost(platform, changing, (headers) => none(stage, headers)),
      idempotency_key_reused: async () => {
        const headers = { 'Idempotency-Key': 'reused by changeApprovalRules' }
        await none(stage, headers)
        // Any other text is another request.
        return none(stage, headers, '{ "rules": [] }')
      },
    },
  }
}

function operationOf(id: string): Operation {
  const found = operations.find(({ operationId }) => operationId === id)
  if (found === undefined) throw new Error(`${id} is documented`)
  return found
}

/** Requires a second person for nothing. */
function none({ platform }: Stage, headers: object, payload = '{"rules":[]}') {
  const authorization = `Bearer ${platform.demo.insurer.test.secret}`
  return platform.app.inject({
    method: 'PATCH',
    url: rules,
    payload,
    headers: { authorization, 'content-type': 'application/json', ...headers },
  })
}

/** Brings any call that can need a second person to need one. */
export async function withoutSecondPerson(
  stage: Stage,
  { operationId }: Operation,
): Promise<Response> {
  const { platform, seller } = stage
  const name = namesOfActs.find((one) => one === operationId)
  if (name === undefined) throw new Error(`${operationId} never needs a second person`)
  const prepared = {
    ...actsOfTwo(platform, seller, '2029-06-30'),
    writeOffInvoice: async () => (await unpaidInvoice(stage)).write,
    deferInvoice: async () => (await unpaidInvoice(stage)).defer,
  }
  const { method = 'POST', path, body }: Call = await prepared[name]()
  const { id } = await demoAccount(platform, 'demo-insurance')
  await platform.db.query(sql`
    insert into approval_rules (account_id, act)
    select ${id}, unnest(array['publishing', 'role_changes', 'refunds', 'write_offs', 'goodwill',
      'manual_fees', 'corrections', 'deferrals', 'payouts', 'payout_accounts', 'accepted_differences',
      'mass_endorsements'])`)
  // The rules need two people who may decide.
  await Promise.all([somebody({ platform }), somebody({ platform })])
  try {
    return await platform.app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
      ...(body === undefined ? {} : { payload: body }),
    })
  } finally {
    await platform.db.query(sql`delete from approval_rules`)
  }
}

async function somebody({ platform }: Pick<Stage, 'platform'>): Promise<Colleague> {
  made += 1
  return colleague(platform, `Requesting ${made}`)
}

function newRole(): Call {
  made += 1
  const grants = [{ permission: 'policies.read' }]
  return { path: '/manage/roles', body: { key: `wanted_${made}`, name: 'x', grants } }
}

/** An invoice that was charged back, and how it is paid after all. */
async function unpaidInvoice({ platform, seller }: Stage) {
  const offer = await madeOffer(seller)
  const card = { provider: 'sandbox', method: 'card' }
  const { id: payment_id } = (await seller.pay(offer, card)).json<{ id: string }>()
  await sandboxCallback(platform, { payment_id, status: 'charged_back' })
  const found = await managerOn(platform).get(`/manage/invoices?policy_id=${offer.id}`)
  const [invoice] = found.json<{ id: string }[]>()
  const write: Call = { path: `/manage/invoices/${invoice?.id}/write_off`, body: because }
  const defer: Call = {
    path: `/manage/invoices/${invoice?.id}/defer`,
    body: { ...because, due_date: '2029-03-15' },
  }
  return { write, defer, settle: () => seller.pay(offer, card) }
}
