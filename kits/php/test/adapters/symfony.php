<?php

declare(strict_types=1);

use Symfony\Component\HttpFoundation\Request;
use Wasl\PartnerKit\Adapter\SymfonyController;

require 'Symfony/Component/HttpFoundation/autoload.php';
require __DIR__ . '/shop.php';

$controller = new SymfonyController(shopPartner('/payments'));
$controller(Request::createFromGlobals())->send();
