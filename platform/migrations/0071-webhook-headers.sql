-- A partner may ask for the Standard Webhooks headers beside the interface's own (D41).

alter table partners
add column webhook_headers text not null default 'interface'
  check (webhook_headers in ('interface', 'standard'));
