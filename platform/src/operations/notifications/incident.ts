/**
 * An *incident* is something that needs the operator, from its beginning to its end. A *notification* is
 * one message about incidents that began or ended (W145).
 */
import type { IncidentKind } from '@wasl/protocol'

/** What a message can say beside the kind. */
export type IncidentFacts = {
  /** Lookups that failed, deliveries that wait or were given up, or hours. */
  count: number
  /** Such as the names of the checks of integrity, or the last explanation of a failed lookup. */
  detail: string | null
}

export type Incident = {
  /** 0: the platform as a whole. */
  partnerId: number
  incidentId: string
  kind: IncidentKind
}

/** How one incident stands at this moment. */
export type Finding = {
  partnerId: number
  kind: IncidentKind
  /** It is bad enough to begin. */
  begins: boolean
  facts: IncidentFacts
}

/** What a notification says of one incident, as it was when the notification was made. */
export type NotificationItem = {
  phase: 'began' | 'ended' | 'test'
  kind: IncidentKind | null
  incidentId: string | null
  partnerId: number
  partnerName: string | null
  facts: IncidentFacts
  beganAt: string
  endedAt: string | null
  /** The same on the operator's clock, to the minute. */
  began: string
  ended: string | null
}

export type Changes = { begin: Finding[]; end: Incident[] }

const keyOf = ({ partnerId, kind }: Pick<Finding, 'partnerId' | 'kind'>): string =>
  `${partnerId} ${kind}`

/**
 * Which incidents begin and which end. An incident begins at one threshold and ends when the
 * problem is gone. Between the two it stays as it is, so that a problem that comes and goes is not
 * reported each time.
 */
export const changesOf = (open: readonly Incident[], found: readonly Finding[]): Changes => {
  const known = new Set(open.map(keyOf))
  const present = new Set(found.map(keyOf))
  return {
    begin: found.filter((finding) => finding.begins && !known.has(keyOf(finding))),
    end: open.filter((incident) => !present.has(keyOf(incident))),
  }
}

/** The page of the console that shows it. */
export const pageOf = (kind: IncidentKind | null, partner: string | null): string => {
  switch (kind) {
    case 'lookups-fail':
    case 'canary-fails':
    case 'webhooks-fail':
      return `/console/partners/${partner}/health`
    case 'deliveries-exhausted':
      return `/console/partners/${partner}/events`
    case 'day-open':
      return '/console/close-day'
    case 'integrity-violated':
      return '/console/integrity'
    case null:
      return '/console/system'
    default:
      return kind satisfies never
  }
}
