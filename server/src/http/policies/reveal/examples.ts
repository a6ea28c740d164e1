export const revealFieldExample = {
  field: 'data.phone',
  reason: 'The customer asked for a call back.',
}

export const revealedFieldExample = { field: 'data.phone', value: '+49 30 5550 1234' }
