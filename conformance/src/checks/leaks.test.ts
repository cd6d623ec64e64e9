import { describe, expect, test } from 'vitest'
import { leakIn } from './leaks.ts'

describe('a leak', () => {
  test.for([
    'Error: no\n    at lookUp (/srv/shop/index.js:41:11)',
    "SELECT * FROM orders WHERE reference = 'x'",
    'select "reference", total from `orders` limit 1',
    "insert into payments (id) values ('1')",
    "UPDATE orders SET paid = 1 WHERE id = '2'",
    'delete from orders where id = 1',
    'sqlite3.OperationalError: near "x"',
    'You have an error in your SQL syntax; check the manual',
    'duplicate key value violates unique constraint "events_pkey"',
    "Duplicate entry 'x' for key 'PRIMARY'",
    'SQLITE_CONSTRAINT',
    'ORA-00933: SQL command not properly ended',
    'relation "orders" does not exist',
  ])('is found in %s', (text) => {
    expect(leakIn(text)).not.toBe(null)
  })

  test.for([
    'Select a seat from the list where you want to sit',
    'Update your address and set a password',
    'Deleted from the cart; where it was yesterday',
    'Insert into the slot',
    'The reference was not found at this shop (Algiers)',
    'Sélectionnez une facture',
  ])('is not seen in %s', (text) => {
    expect(leakIn(text)).toBe(null)
  })
})
