import type { Pipeline } from '../../base/database/pipeline.ts'

/**
 * Whether an API key may approve what another holder made (D29): until an active user of the operator
 * has signed in once. From then on people approve.
 */
export const mayKeysApprove = async (hot: Pipeline): Promise<boolean> => {
  const [row] = await hot.query<{ may: boolean }>({
    name: 'may-keys-approve',
    text: `
      select not exists (
        select from users
        where side = 'operator' and status = 'active' and signed_in_at is not null
      ) as may`,
    values: [],
  })
  return row?.may === true
}
