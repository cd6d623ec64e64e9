/** What must always be true of static QR codes (I8). */
export const QR_INTEGRITY: Record<string, string> = {
  'I8: a single use was taken at most once': `
    select configuration.partner_id, configuration.configuration_id, count(*)
    from qr_configurations configuration
    join payments
      on payments.partner_id = configuration.partner_id
      and payments.qr_configuration_id = configuration.configuration_id
    where configuration.kind = 'SINGLE_USE' and payments.stage <> 'released'
    group by configuration.partner_id, configuration.configuration_id
    having count(*) > 1`,

  'I8: a payment that has a single use holds it': `
    select payments.partner_id, payments.payment_id, use.payment_id as held_by
    from payments
    left join qr_single_uses use
      on use.partner_id = payments.partner_id
      and use.configuration_id = payments.qr_configuration_id
    where qr_config_kind = 'SINGLE_USE' and stage <> 'released'
      and use.payment_id is distinct from payments.payment_id`,

  'I8: a payment by QR code is of its code, its kind and one of its amounts': `
    select payments.partner_id, payment_id, qr_token, amount, configuration.amounts
    from payments
    left join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.token = payments.qr_token
      and configuration.configuration_id = payments.qr_configuration_id
    where payments.qr_configuration_id is not null
      and (amount = any(configuration.amounts)
        and qr_config_kind = configuration.kind) is not true`,

  'I8: no payment was opened by a configuration that had expired or was taken away': `
    select payments.partner_id, payment_id, opened_at, expires_at, ended_at
    from payments
    join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.configuration_id = payments.qr_configuration_id
    where opened_at >= expires_at or opened_at > ended_at`,

  'I8: no amount was typed while amounts were in force': `
    select payments.partner_id, payments.payment_id, payments.opened_at, configuration_id
    from payments
    join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.token = payments.qr_token
    where payments.qr_configuration_id is null
      and payments.opened_at > configuration.set_at
      and (payments.opened_at >= configuration.expires_at) is not true
      and (payments.opened_at >= configuration.ended_at) is not true
      and not exists (
        select from payments used
        where used.partner_id = configuration.partner_id
          and used.qr_configuration_id = configuration.configuration_id
          and used.qr_config_kind = 'SINGLE_USE' and used.paid_at <= payments.opened_at
      )`,

  'I8: a code asks for one thing at a time, and its history has neither gaps in it nor overlaps': `
    select *
    from (
      select partner_id, token, configuration_id, set_at, ended_at, ended_by,
        lead(set_at) over (partition by partner_id, token order by set_at) as next_set_at
      from qr_configurations
    ) as history
    where next_set_at < ended_at
      or (next_set_at is not null and ended_at is null)
      or (ended_by = 'replaced' and next_set_at is distinct from ended_at)`,
}
