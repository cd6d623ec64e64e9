-- Who closed a bag, and who takes it to the bank (W259): whose cash is missing when it is lost.

alter table deposits add column bagged_by text;

comment on column deposits.bagged_by is
  'The name of the user who closed the bag, or of the channel; null of bags before this.';

alter table deposits add column carried_by text;

comment on column deposits.carried_by is
  'The agent who takes the bag to the bank, such as agt_12, where it is not the one whose cash is in it.';
