<?php

declare(strict_types=1);

use Wasl\PartnerKit\Adapter\PlainPhp;

require __DIR__ . '/shop.php';

PlainPhp::serve(shopPartner('/payments'));
