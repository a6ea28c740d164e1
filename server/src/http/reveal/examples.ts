export const revealFieldExample = {
  field: 'data.phone',
  reason: 'The customer asked for a call back.',
}

export const revealedFieldExample = { field: 'data.phone', value: '+4930901820' }
