import type { Response } from 'light-my-request'
import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { usersMax } from '../../../src/management/index.ts'
import { demoAccount, foreignInsurer, newKey } from '../../builders/credentials.ts'
import { type Manager, managerOn } from '../../builders/manager.ts'
import {
  type Browser,
  actingFor,
  browserOn,
  goodPassword,
  newPerson,
} from '../../builders/people.ts'
import { withOneKey } from './one-key.ts'
import { whileHashing } from './people.ts'
import { ledByOne, restricted, roleOf } from './roles.ts'
import type { Refusals, Stage } from './stage.ts'

const users = '/manage/users'
const unknownUser = 'usr_01b0acc58e20a1f5cb6ba6d8b0de'
const unknownAccount = 'acc_01b0acc58e20f815915595d9a007'
const unknownSecret = 'f'.repeat(64)
let made = 0

export function userRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  return { ...memberRefusals(stage), ...linkRefusals(stage), ...ownRefusals(stage) }
}

function memberRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const invite = (body: JsonObject = {}, by = manager) =>
    by.post(users, { email: 'invited@example.com', name: 'x', roles: ['viewer'], ...body })
  const invited = async () => {
    const email = 'ben.moser@example.com'
    return (await invite({ email })).json<{ id: string }>().id
  }
  type Act = (by: Manager, id: string, query?: string) => Promise<Response>
  const common = (operationId: string, act: Act) => ({
    user: () => act(manager, unknownUser),
    account: () => act(manager, unknownUser, `?account_id=${unknownAccount}`),
    grant_exceeds_own: async () => {
      const person = await someone(stage, await roleOf(stage, 'policies.cancel'))
      return act(await restricted(stage, 'users.manage'), person.id)
    },
    idempotency_key_reused: () =>
      withOneKey(stage, operationId, { userId: 'usr_1' }, { userId: 'usr_2' }),
  })
  const last = (act: Act) => async () => {
    const { by, lastId } = await ledByOne(stage)
    return act(by, lastId)
  }
  const ofOthers = (act: Act) => async () => act(manager, await shared(stage))
  const notJoined = (act: Act) => async () => act(manager, await invited())
  const post =
    (what: string, body?: JsonObject): Act =>
    (by, id, query = '') =>
      by.post(`${users}/${id}/${what}${query}`, body)
  const patch: Act = (by, id, query = '') =>
    by.patch(`${users}/${id}${query}`, { roles: ['viewer'] })
  const [remove, deactivate, reactivate] = [post('remove'), post('deactivate'), post('reactivate')]
  const [reset, end] = [post('reset_link'), post('end_sessions')]
  const emailLink = post('email_link', { address: 'new' })
  const withoutFactor: Act = (by, id, query = '') =>
    by.delete(`${users}/${id}/second_factor${query}`)
  const endOne = post('sessions/ses_01b0acc58e20b2f5cb6ba6d8b0de/end')
  return {
    listUsers: { account: () => manager.get(`${users}?account_id=${unknownAccount}`) },
    showUser: {
      user: () => manager.get(`${users}/${unknownUser}`),
      account: () => manager.get(`${users}/${unknownUser}?account_id=${unknownAccount}`),
    },
    inviteUser: {
      invalid_member: () => manager.post(users, { email: 'a@example.com', name: 'x' }),
      email_invalid: () => invite({ email: 'nonsense' }),
      already_member: async () => {
        await newPerson(platform)
        return invite({ email: 'anna.keller@example.com' })
      },
      unknown_role: () => invite({ roles: ['veiwer'] }),
      too_many_users: async () => {
        const insurer = await foreignInsurer(platform, 'with-many-people')
        await platform.db.query(sql`
          insert into user_links (id, kind, user_id, account_id, email, name, roles, created_at,
            expires_at)
          select 'lnk_' || at, 'invitation', 'usr_' || at, ${insurer.id}, at || '@example.com', 'x',
            '{viewer}', now(), now() from generate_series(1, ${usersMax}) as at`)
        return invite({}, managerOn(platform, (await newKey(platform, insurer)).key))
      },
      grant_exceeds_own: async () =>
        invite(
          { roles: [await roleOf(stage, 'policies.cancel')] },
          await restricted(stage, 'users.manage'),
        ),
      account: () => invite({ account_id: unknownAccount }),
    },
    changeUserRoles: {
      ...common('changeUserRoles', patch),
      invalid_member: async () => manager.patch(`${users}/${unknownUser}`, {}),
      unknown_role: async () =>
        manager.patch(`${users}/${(await someone(stage)).id}`, { roles: ['veiwer'] }),
      last_administrator: last(patch),
    },
    removeUser: { ...common('removeUser', remove), last_administrator: last(remove) },
    deactivateUser: {
      ...common('deactivateUser', deactivate),
      not_joined: notJoined(deactivate),
      person_of_other_accounts: ofOthers(deactivate),
      last_administrator: last(deactivate),
    },
    reactivateUser: {
      ...common('reactivateUser', reactivate),
      not_joined: notJoined(reactivate),
      person_of_other_accounts: ofOthers(reactivate),
    },
    createResetLink: {
      ...common('createResetLink', reset),
      not_joined: notJoined(reset),
      person_of_other_accounts: ofOthers(reset),
    },
    createEmailLink: {
      ...common('createEmailLink', emailLink),
      invalid_member: () => manager.post(`${users}/${unknownUser}/email_link`, {}),
      not_joined: notJoined(emailLink),
      no_email_change: async () => emailLink(manager, (await someone(stage)).id),
    },
    removeSecondFactor: {
      ...common('removeSecondFactor', withoutFactor),
      not_joined: notJoined(withoutFactor),
      person_of_other_accounts: ofOthers(withoutFactor),
      second_factor_not_on: async () => withoutFactor(manager, (await someone(stage)).id),
      own_second_factor: async () => {
        const { id, email, accountId } = await someone(stage, 'administrator')
        const browser = browserOn(platform)
        await browser.signIn(email)
        const headers = actingFor(accountId)
        return browser.send('DELETE', `${users}/${id}/second_factor`, { headers })
      },
    },
    endUserSession: {
      ...common('endUserSession', endOne),
      not_joined: notJoined(endOne),
      user_session: async () => endOne(manager, (await someone(stage)).id),
    },
    endUserSessions: { ...common('endUserSessions', end), not_joined: notJoined(end) },
  }
}

function linkRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const send = (what: string, body: JsonObject, browser = browserOn(platform)) =>
    browser.send('POST', `/manage/links/${what}`, { body })
  const invitation = async (email?: string) => {
    made += 1
    const body = { email: email ?? `invited.${made}@example.com`, name: 'x', roles: ['viewer'] }
    return secretIn(await managerOn(platform).post(users, body))
  }
  const resetSecret = async () => {
    const { id } = await someone(stage)
    return secretIn(await managerOn(platform).post(`${users}/${id}/reset_link`))
  }
  const wrongPasswords = (sendOne: (password: string) => Promise<Response>) => ({
    password_too_short: () => sendOne('short'),
    password_too_long: () => sendOne('long words '.repeat(40)),
    password_too_common: () => sendOne('passwordpassword1'),
    passwords_busy: () => whileHashing(platform, () => sendOne(goodPassword)),
  })
  const unknown = (what: string, more: JsonObject = {}) => ({
    invalid_member: () => send(what, more),
    link_unknown: () => send(what, { secret: unknownSecret, ...more }),
  })
  return {
    acceptInvitation: {
      ...unknown('accept'),
      password_required: async () => send('accept', { secret: await invitation() }),
      ...wrongPasswords(async (password) =>
        send('accept', { secret: await invitation(), password }),
      ),
      sign_in_first: async () => {
        const { email } = await newPerson(platform, {
          name: `Other ${(made += 1)}`,
          account: 'alpine-brokers',
        })
        return send('accept', { secret: await invitation(email), password: goodPassword })
      },
    },
    resetPassword: {
      ...unknown('reset', { password: goodPassword }),
      ...wrongPasswords(async (password) =>
        send('reset', { secret: await resetSecret(), password }),
      ),
    },
    signInByLink: unknown('sign_in'),
    confirmEmail: unknown('confirm_email'),
    requestPasswordReset: {
      invalid_member: () =>
        browserOn(platform).send('POST', '/manage/password_resets', { body: {} }),
    },
  }
}

function ownRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const insurer = { authorization: `Bearer ${platform.demo.insurer.test.secret}` }
  const withKey = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: JsonObject) =>
    platform.app.inject({
      method,
      url,
      headers: insurer,
      ...(payload === undefined ? {} : { payload }),
    })
  const password = (body: JsonObject) =>
    asPerson(stage, (browser) => browser.send('POST', '/manage/me/password', { body }))
  const withCurrent = (text: string) => password({ current_password: goodPassword, password: text })
  const email = (body: JsonObject) =>
    asPerson(stage, (browser) => browser.send('POST', '/manage/me/email', { body }))
  const newEmail = { current_password: goodPassword, email: 'other@example.com' }
  const wrong = { current_password: 'wrong', password: goodPassword }
  const slowed = (url: string, body: JsonObject) =>
    asPerson(stage, async (browser) => {
      let answer: Response
      do answer = await browser.send('POST', url, { body: { ...body, current_password: 'wrong' } })
      while (answer.statusCode !== 429)
      return answer
    })
  const busyPerson = (url: string, body: JsonObject) =>
    asPerson(stage, (browser) => whileHashing(platform, () => browser.send('POST', url, { body })))
  const tokens = '/manage/me/tokens'
  const token = async (changes: JsonObject = {}, headers = {}, browser?: Browser) => {
    const { id } = await demoAccount(platform, 'demo-insurance')
    const body = { account_id: id, livemode: false, name: 'x', ...changes }
    const send = (one: Browser) => one.send('POST', tokens, { body, headers })
    return browser === undefined ? asPerson(stage, send) : send(browser)
  }
  /** A request with an Idempotency-Key, and another one after something was done to its answer. */
  const twice = (key: string, between: (key: string) => Promise<unknown>, changes = {}) =>
    asPerson(stage, async (browser) => {
      const headers = { 'idempotency-key': key }
      await token({}, headers, browser)
      await between(key)
      return token(changes, headers, browser)
    })
  return {
    changePassword: {
      invalid_member: () => withKey('POST', '/manage/me/password', {}),
      person_required: () => withKey('POST', '/manage/me/password', { password: 'x' }),
      current_password_wrong: () => password(wrong),
      password_too_short: () => withCurrent('short'),
      password_too_long: () => withCurrent('long words '.repeat(40)),
      password_too_common: () => withCurrent('passwordpassword1'),
      sign_in_slowed: () => slowed('/manage/me/password', wrong),
      passwords_busy: () => busyPerson('/manage/me/password', wrong),
    },
    changeMe: {
      invalid_member: () => withKey('PATCH', '/manage/me', {}),
      person_required: () => withKey('PATCH', '/manage/me', { name: 'x' }),
    },
    changeEmail: {
      invalid_member: () => withKey('POST', '/manage/me/email', { current_password: 'x' }),
      person_required: () => withKey('POST', '/manage/me/email', newEmail),
      email_invalid: () => email({ ...newEmail, email: 'nonsense' }),
      current_password_wrong: () => email({ ...newEmail, current_password: 'wrong' }),
      sign_in_slowed: () => slowed('/manage/me/email', newEmail),
      passwords_busy: () => busyPerson('/manage/me/email', newEmail),
    },
    listPersonalTokens: { person_required: () => withKey('GET', tokens) },
    createPersonalToken: {
      invalid_member: () => withKey('POST', tokens, { account_id: 'x', livemode: false }),
      person_required: () =>
        withKey('POST', tokens, { account_id: 'x', livemode: false, name: 'x' }),
      too_many_user_tokens: () =>
        asPerson(stage, async (browser) => {
          for (let at = 0; at < 50; at += 1) await token({}, {}, browser)
          return token({}, {}, browser)
        }),
      first_request_in_progress: () =>
        twice('first of tokens', (key) =>
          platform.db.query(sql`update idempotency_keys set status = null where key = ${key}`),
        ),
      answer_lost: () =>
        twice('lost of tokens', (key) =>
          platform.db.query(sql`
            update idempotency_keys set made_id = null, ring_key_id = 'gone' where key = ${key}`),
        ),
      idempotency_key_reused: () =>
        twice('reused by tokens', () => Promise.resolve(), { name: 'another' }),
    },
    revokePersonalToken: {
      person_required: () => withKey('POST', `${tokens}/utk_01b0acc58e20c3f5cb6ba6d8b0de/revoke`),
      user_token: () =>
        asPerson(stage, (browser) =>
          browser.send('POST', `${tokens}/utk_01b0acc58e20c3f5cb6ba6d8b0de/revoke`),
        ),
    },
  }
}

const secretIn = (response: Response) =>
  response.json<{ link: string }>().link.split('=').at(-1) ?? ''

function someone({ platform }: Stage, role = 'viewer') {
  made += 1
  return newPerson(platform, { name: `Person ${made}`, roles: [role] })
}

async function asPerson(
  stage: Stage,
  run: (browser: Browser) => Promise<Response>,
): Promise<Response> {
  const { email } = await someone(stage, 'administrator')
  const browser = browserOn(stage.platform)
  await browser.signIn(email)
  return run(browser)
}

/** Somebody who belongs to the demo insurer and to another one. */
async function shared(stage: Stage): Promise<string> {
  const { platform } = stage
  const { by } = await ledByOne(stage)
  const { id, email } = await someone(stage)
  const browser = browserOn(platform)
  await browser.signIn(email)
  const secret = secretIn(await by.post(users, { email, name: 'x', roles: ['viewer'] }))
  await browser.send('POST', '/manage/links/accept', { body: { secret } })
  return id
}
