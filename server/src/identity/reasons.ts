import { reason } from '../kernel/index.ts'

export const noKey = reason({
  kind: 'authentication_required',
  code: 'no_key',
  when: 'No key was sent.',
  message:
    'Authentication is required: send a secret key as a Bearer token, or a public key as the query parameter key.',
})
export const unknownKey = reason({
  kind: 'authentication_required',
  code: 'unknown_key',
  when: 'The key is wrong, revoked or replaced.',
  message: (kind: 'public' | 'secret', sent: string) => {
    if (kind === 'public' && sent.startsWith('sk_')) {
      return 'Authentication is required: a secret key was sent as the query parameter key. Send it as Authorization: Bearer, and rotate this key: query parameters appear in logs.'
    }
    if (kind === 'secret' && sent.startsWith('pk_')) {
      return 'Authentication is required: a public key was sent in the Authorization header. Send it as the query parameter key.'
    }
    return `Authentication is required: this ${kind} key is unknown.`
  },
  example: ['secret', ''],
})
export const keysOfTwoAccounts = reason({
  kind: 'authentication_required',
  code: 'keys_of_two_accounts',
  when: 'A public and a secret key were sent that belong to different accounts or modes.',
  message:
    'Authentication is required: the public key and the secret key belong to different accounts or modes.',
})
export const tokenMissing = reason({
  kind: 'authentication_required',
  code: 'access_token_missing',
  label: 'token_missing',
  when: 'The dataset is locked to an account, and no access token was sent.',
  message: 'Authentication is required: send an access token as Authentication: Bearer.',
})
export const tokenUnknown = reason({
  kind: 'authentication_required',
  code: 'access_token_unknown',
  label: 'token_unknown',
  when: 'The access token is unknown.',
  message: 'Authentication is required: this access token is unknown.',
})
