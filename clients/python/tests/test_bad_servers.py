"""What answers need not be the service: each ends in an error of the client, in bounded time and memory."""

from __future__ import annotations

import email.message
import unittest
from typing import Any
from unittest.mock import patch

import lintel
from lintel import Lintel
from lintel._answer import retry_after

from .service import BadServers

servers: BadServers
QUERY: dict[str, Any] = {"geo_id": "TX", "permit_from": "2026-01-01", "permit_to": "2026-06-30"}


def setUpModule() -> None:
    global servers
    servers = BadServers()


def tearDownModule() -> None:
    servers.stop()


class OtherServers(unittest.TestCase):
    def client(self, name: str, **options: Any) -> Lintel:
        client = Lintel(servers.url + name, "k", **{"retries": 1, "timeout": 20.0, **options})
        self.addCleanup(client.close)
        return client

    def fails(self, name: str, error: type[lintel.LintelError], message: str, **options: Any) -> None:
        with self.subTest(name), self.assertRaisesRegex(error, message):
            self.client(name, **options).permits.search(**QUERY).to_list()

    def test_each_is_an_error_of_the_client(self) -> None:
        self.fails("silent", lintel.TimedOutError, "No answer within 0.3 s", timeout=0.3)
        self.fails("dripping", lintel.TimedOutError, "No answer within 0.3 s", timeout=0.3)
        self.fails("cut", lintel.NoAnswerError, "No answer from")
        self.fails("halved", lintel.ProtocolError, "without a JSON object")
        self.fails("hotel", lintel.ProtocolError, "without a JSON object")
        self.fails("list", lintel.ProtocolError, "without a JSON object")
        self.fails("other", lintel.ProtocolError, "without records")
        self.fails("deep", lintel.ProtocolError, "without a JSON object")
        self.fails("moved", lintel.ProtocolError, "redirects to http://127.0.0.1:9/")
        self.fails("endless", lintel.ProtocolError, "answered 200 endlessly")
        self.fails("garbled", lintel.NoAnswerError, "No answer from")
        self.fails("squeezed", lintel.NoAnswerError, "No answer from")
        self.fails("storm", lintel.ServerError, "503")
        self.fails("circular", lintel.ProtocolError, "leads to itself as the next page")

    def test_headers_that_cannot_be_read_are_left_out(self) -> None:
        page = self.client("headers").permits.search(**QUERY).page()
        self.assertEqual(page.items, [])
        self.assertIsNone(page.answer.credits)

    def test_an_export_of_another_server_is_an_error(self) -> None:
        for name in ("hotel", "storm", "endless"):
            with self.subTest(name), self.assertRaises(lintel.LintelError):
                self.client(name).permits.export().to_list()

    def test_a_key_from_a_file_may_have_its_line_end(self) -> None:
        with Lintel(servers.url + "headers", "key\n") as client:
            self.assertEqual(client.permits.search(**QUERY).to_list(), [])

    def test_retry_after_is_seconds_or_a_date_by_the_clock_of_the_answer(self) -> None:
        noon = 1_782_820_800.0

        def wait(text: str, date: str | None = None) -> float | None:
            headers = email.message.Message()
            headers["Retry-After"] = text
            if date is not None:
                headers["Date"] = date
            with patch("time.time", return_value=noon):
                return retry_after(headers)

        self.assertEqual(wait("7"), 7.0)
        self.assertEqual(wait("Tue, 30 Jun 2026 12:00:09 GMT"), 9.0)
        # The clock of the service is an hour ahead.
        self.assertEqual(wait("Tue, 30 Jun 2026 13:00:09 GMT", "Tue, 30 Jun 2026 13:00:00 GMT"), 9.0)
        self.assertEqual(wait("Tue, 30 Jun 2026 11:00:00 GMT"), 0.0)
        for odd in ("", "-5", "1.5", "1e3", "soon", "9" * 5_000, "Tue, 99 Jun 2026"):
            self.assertIsNone(wait(odd), odd)
