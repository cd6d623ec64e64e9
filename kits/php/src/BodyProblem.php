<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

enum BodyProblem
{
    /** Something read the bytes before the kit. */
    case AlreadyRead;
    /** More bytes than the limit. */
    case TooLarge;
    /** The connection ended early. */
    case Incomplete;
}
