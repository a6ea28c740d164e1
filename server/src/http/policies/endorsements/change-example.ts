/** The company of the examples moves. */
export const changeOrderExample = {
  data: { company_street: 'Am Sandtorkai', company_house_number: '7' },
  effective_date: '2029-03-01',
}
