import type { Response } from 'light-my-request'
import { browserOn, newPerson } from '../../builders/people.ts'
import type { Refusals, Stage } from './stage.ts'

/** It takes long enough to compare with that a request comes in the meantime. */
const costlyHash = `$argon2id$v=19$m=65536,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Refusals of people who sign in, and of keys that make the calls of people. */
export function peopleRefusals({ platform, caller }: Stage): Readonly<Record<string, Refusals>> {
  const asKey = (operationId: string) => ({
    person_required: () =>
      caller.call(operationId, {}, { secretKey: platform.demo.insurer.test.secret }),
  })
  return {
    signIn: {
      invalid_member: () =>
        browserOn(platform).send('POST', '/manage/sign_in', { body: { email: 'x@example.com' } }),
      sign_in_refused: () => browserOn(platform).signIn('nobody@example.com'),
      sign_in_slowed: async () => {
        const guesser = browserOn(platform, { address: '192.0.2.40' })
        let answer: Response
        do answer = await guesser.signIn('slowed@example.com', 'wrong')
        while (answer.statusCode !== 429)
        return answer
      },
      passwords_busy: () =>
        whileHashing(platform, () => browserOn(platform).signIn('busy@example.com')),
    },
    signOut: asKey('signOut'),
    listSessions: asKey('listSessions'),
    endSession: {
      ...asKey('endSession'),
      session: async () => {
        const { email } = await newPerson(platform, { name: 'Ends Nothing' })
        const browser = browserOn(platform)
        await browser.signIn(email)
        return browser.send('POST', '/manage/sessions/ses_01b0acc58e20b2f5cb6ba6d8b0de/end')
      },
    },
  }
}

/** Sends while as many passwords are compared as may be. */
export async function whileHashing(
  { passwords }: Stage['platform'],
  send: () => Promise<Response>,
): Promise<Response> {
  for (;;) {
    const slow = [1, 2].map(() => passwords.verify('x', costlyHash))
    const waiting = Array.from({ length: 32 }, () => passwords.verify('x', null))
    const answer = await send()
    await Promise.allSettled([...slow, ...waiting])
    if (answer.statusCode === 429) return answer
  }
}
