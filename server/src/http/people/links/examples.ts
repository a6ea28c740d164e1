import { personExample, sessionExample, signInRequestExample } from '../examples.ts'

const secret = '3f1a6c0b9d52e7488ac1f0d6b7e2945c3f1a6c0b9d52e7488ac1f0d6b7e2945c'
const { email, password } = signInRequestExample

export const acceptExample = { secret, password, name: 'Anna Keller' }
export const resetExample = { secret, password }
export const secretExample = { secret }
export const resetRequestExample = { email }
export const joinedExample = {
  person: personExample,
  session: { ...sessionExample, method: 'link' },
}
export const confirmedExample = { email: 'anna.frei@example.com', is_changed: false }
