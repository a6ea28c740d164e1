import { moment } from '../../wire/example-ids.ts'
import { personExample } from '../examples.ts'

export const passkeyId = 'psk_01b0acc58e20c3f5cb6ba6d8b0de'

export const ticketExample = 'BGxvY2FsLTFhMmIzYzRkWm9uZSBvZiBvdXIgdGlja2V0cw'

export const newTotpExample = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  otpauth_uri:
    'otpauth://totp/Bindery:anna.keller%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bindery&algorithm=SHA1&digits=6&period=30',
}

export const recoveryCodesExample = {
  recovery_codes: ['MFRG-GZDF-MZTW-Q2LK', 'NNWG-23TP-OBYX-E43U'],
}

export const passkeyExample = {
  id: passkeyId,
  name: 'Laptop',
  created_at: moment,
  last_used_at: null,
}

const rp = { id: 'api.insurer.example', name: 'Bindery' }
const challenge = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'

export const creationOptionsExample = {
  ticket: ticketExample,
  options: {
    challenge,
    rp,
    user: { id: 'dXNyXzAx', name: personExample.email, displayName: personExample.name },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  },
}

export const requestOptionsExample = {
  ticket: ticketExample,
  options: { challenge, rpId: rp.id, userVerification: 'required', allowCredentials: [] },
}

const credential = { id: 'Y3JlZGVudGlhbA', rawId: 'Y3JlZGVudGlhbA', type: 'public-key' }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'

export const addPasskeyExample = {
  ticket: ticketExample,
  name: 'Laptop',
  response: {
    ...credential,
    response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
    clientExtensionResults: {},
  },
}

export const signInWithPasskeyExample = {
  ticket: ticketExample,
  response: {
    ...credential,
    response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQ' },
    clientExtensionResults: {},
  },
}
