<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** Every exception of the kit. Its code is for programs, its message for people. */
interface WaslException extends \Throwable
{
    /** The code of the failure, such as `wrong_signature` or `QR_CODE404_NOT_FOUND`. */
    public function errorCode(): string;
}
