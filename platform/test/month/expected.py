"""The books of a month (plan.ts), computed by themselves in decimal arithmetic.

Reads the plan from standard input and writes to standard output, in dinars as text:
- statements: for each partner, for each closing, the figures of its statement;
- cash: for each closing, what each agent has taken since the closing before;
- income, vat: what the operator has earned and owes at the end;
- refunds: what payers are still to get.
"""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

CENTIME = Decimal("0.01")


def dinars(centimes):
    return Decimal(centimes) / 100


def to_centime(value):
    # Decimal's "half up" rounds away from zero.
    return value.quantize(CENTIME, rounding=ROUND_HALF_UP)


def version_of(partner, kind, day):
    in_force = [v for v in partner["versions"] if v["kind"] == kind and v["fromDay"] <= day]
    return max(in_force, key=lambda version: version["fromDay"])


def fee_of(version, amount):
    fee = to_centime(amount * Decimal(version["basisPoints"]) / 10000) + dinars(version["fixed"])
    fee = max(fee, dinars(version["minimum"]))
    return fee if version["maximum"] is None else min(fee, dinars(version["maximum"]))


class Payment:
    def __init__(self, partner, amount, version):
        self.partner = partner
        self.amount = amount
        self.version = version
        self.fee = fee_of(version, amount)
        self.refunded = Decimal(0)

    def refund(self, amount):
        """What goes back of the fee: the parts add up to the share of what was refunded in all."""
        before = to_centime(self.fee * self.refunded / self.amount)
        self.refunded += amount
        if self.version["onRefund"] == "keep":
            return Decimal(0)
        return to_centime(self.fee * self.refunded / self.amount) - before


class Period:
    def __init__(self):
        self.gross = Decimal(0)
        self.refunds = Decimal(0)
        self.fees = {}
        self.fees_back = {}

    def add(self, sums, rate, fee):
        sums[rate] = sums.get(rate, Decimal(0)) + fee

    def close(self, carried_forward):
        def vat_of(sums):
            return sum(
                (to_centime(fee * Decimal(rate) / 10000) for rate, fee in sums.items()), Decimal(0)
            )

        fees = sum(self.fees.values(), Decimal(0))
        fees_back = sum(self.fees_back.values(), Decimal(0))
        vat, vat_back = vat_of(self.fees), vat_of(self.fees_back)
        net = (
            self.gross - self.refunds - (fees - fees_back) - (vat - vat_back) + carried_forward
        )
        return {
            "gross": self.gross,
            "refunds": self.refunds,
            "fees": fees - fees_back,
            "feesBack": fees_back,
            "vat": vat - vat_back,
            "vatBack": vat_back,
            "carriedForward": carried_forward,
            "net": net,
        }


def main():
    plan = json.load(sys.stdin)
    partners = plan["partners"]
    periods = [Period() for _ in partners]
    carried = [Decimal(0) for _ in partners]
    statements = [[] for _ in partners]
    cash = []
    taken = [Decimal(0) for _ in plan["agents"]]
    income = vat = refunds = Decimal(0)
    payments = []
    for number, day in enumerate(plan["days"], start=1):
        for partner, agent, centimes in day["payments"]:
            amount = dinars(centimes)
            kind = plan["channels"][plan["agents"][agent]["channel"]]["kind"]
            version = version_of(partners[partner], kind, number)
            payment = Payment(partner, amount, version)
            payments.append(payment)
            periods[partner].gross += amount
            periods[partner].add(periods[partner].fees, version["vatBasisPoints"], payment.fee)
            taken[agent] += amount
        for index, centimes in day["refunds"]:
            payment = payments[index]
            amount = dinars(centimes)
            period = periods[payment.partner]
            period.refunds += amount
            back = payment.refund(amount)
            period.add(period.fees_back, payment.version["vatBasisPoints"], back)
            refunds += amount
        if number in plan["closings"]:
            cash.append([str(value) for value in taken])
            taken = [Decimal(0) for _ in plan["agents"]]
            for partner, period in enumerate(periods):
                figures = period.close(carried[partner])
                carried[partner] = min(figures["net"], Decimal(0))
                statements[partner].append({name: str(value) for name, value in figures.items()})
                income += figures["fees"]
                vat += figures["vat"]
                periods[partner] = Period()
    json.dump(
        {
            "statements": statements,
            "cash": cash,
            "income": str(income),
            "vat": str(vat),
            "refunds": str(refunds),
        },
        sys.stdout,
    )


main()
