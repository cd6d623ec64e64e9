-- Who reported the cash of a case does not give it back alone (W221): the user whose session reported it;
-- null with a key, and before this.
alter table cases add column reported_by_user integer;
